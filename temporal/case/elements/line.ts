/** A transmission line, in a solve payload and in a stored network. */
import { object } from 'yup';
import {
  amount,
  flag,
  limits,
  number,
  positive,
  text,
  varyingAmount,
  varyingLimit,
  whole,
} from './attribute.ts';

const ENDS = {
  id: text('Unique line identifier', { aliases: ['name', 'line_id'] }).required(),
  from_bus: whole(undefined, { aliases: ['bus0', 'f_bus', 'source_bus', 'from'] }).required(),
  to_bus: whole(undefined, { aliases: ['bus1', 't_bus', 'target_bus', 'to'] }).required(),
};

const HOURLY = 'Normal rating in place of the one for all hours; null or 0 = unlimited';
const HOURLY_EMERGENCY =
  'Rating after a contingency in place of the one for all hours; null = unlimited, 0 = the normal rating of that hour';

const penalty = (words: string) => varyingAmount('$/MWh', `Makes the ${words} soft; absent = hard`);

export const LINE = {
  ...ENDS,
  x_pu: number('pu', 'Series reactance; negative is allowed', {
    aliases: ['reactance', 'x', 'br_x'],
  }).required(),
  r_pu: number('pu', 'Series resistance, for losses only', {
    bounds: { least: 0 },
    aliases: ['resistance', 'r', 'br_r'],
  }),
  rating_mw: varyingLimit('MW', 'Normal rating; absent, null or 0 = unlimited', {
    profile: HOURLY,
    aliases: [
      'capacity',
      'limit',
      'limit_mw',
      'flow_limit',
      'max_flow',
      's_nom_mva',
      'rate_a',
      'thermal_limit_mva',
      'rating_long_term',
      'normal_flow_limit_mw',
    ],
  }),
  emergency_rating_mw: varyingLimit('MW', 'Rating after a contingency; default rating_mw', {
    profile: HOURLY_EMERGENCY,
    aliases: ['rate_c', 'rating_emergency', 'emergency_limit_mw'],
  }),
  penalty_usd_per_mwh: penalty('limit'),
  phase_shift_deg: number(
    'deg',
    'Phase shift at from_bus, default 0: flow = (theta_from - theta_to - shift) / x_pu, on 100 MVA, in MW',
  ),
  in_service: flag(undefined, { aliases: ['status', 'active'] }),
};

const seasonal = (season: string) => positive('MVA', `Rating in ${season}`).required();

export const NETWORK_LINE = {
  ...ENDS,
  r_ohm: amount('ohm', 'Series resistance at the voltage of from_bus').required(),
  x_ohm: number('ohm', 'Series reactance at the voltage of from_bus').required(),
  x_pu: number('pu', 'Series reactance on base_mva and the voltage of from_bus').required(),
  s_nom_mva: positive('MVA', 'Normal rating; null = unlimited').nullable().defined(),
  s_emergency_mva: positive('MVA', 'Rating after the loss of another line; default s_nom_mva'),
  rating_mw_profile: limits('MW', HOURLY),
  emergency_rating_mw_profile: limits('MW', HOURLY_EMERGENCY),
  length_km: positive('km', 'Length'),
  ratings_mva: object({
    summer: seasonal('summer'),
    winter: seasonal('winter'),
    spring_fall: seasonal('spring and fall'),
  })
    .optional()
    .default(undefined),
  in_service: flag().required(),
  tap_ratio: positive(undefined, 'Voltage ratio of a transformer at from_bus, default 1'),
  phase_shift_deg: number('deg', 'Phase shift at from_bus, default 0'),
  penalty_usd_per_mwh: penalty('rating'),
};
