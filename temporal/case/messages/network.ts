/** Transmission lines, DC lines and contingencies in canonical names; aliases are resolved before these schemas. */
import { array, boolean, type InferType, number, object, string } from 'yup';
import { finite, hourlyLimits, optionalQuantity, quantity } from './units.ts';

/** Hourly ratings of a line, in payloads and in stored networks; the series of a network repeat. */
export const ratingProfiles = {
  rating_mw_profile: hourlyLimits(
    'MW',
    'Normal rating in place of the one for all hours; null or 0 = unlimited',
  ).optional(),
  emergency_rating_mw_profile: hourlyLimits(
    'MW',
    'Rating after a contingency in place of the one for all hours; null = unlimited, 0 = the normal rating of that hour',
  ).optional(),
};

export const lineSchema = object({
  id: string().required().meta({ description: 'Unique line identifier' }),
  from_bus: number().integer().required(),
  to_bus: number().integer().required(),
  x_pu: finite().required().meta({ unit: 'pu', description: 'Series reactance; negative is allowed' }),
  r_pu: optionalQuantity('pu', 'Series resistance, for losses only').min(0),
  rating_mw: finite()
    .nullable()
    .optional()
    .meta({ unit: 'MW', description: 'Normal rating; absent, null or 0 = unlimited' }),
  emergency_rating_mw: finite()
    .nullable()
    .optional()
    .meta({ unit: 'MW', description: 'Rating after a contingency; default rating_mw' }),
  ...ratingProfiles,
  penalty_usd_per_mwh: finite()
    .min(0)
    .optional()
    .meta({ unit: '$/MWh', description: 'Makes the limit soft; absent = hard' }),
  phase_shift_deg: finite().optional().meta({
    unit: 'deg',
    description:
      'Phase shift at from_bus, default 0: flow = (theta_from - theta_to - shift) / x_pu, on 100 MVA, in MW',
  }),
  in_service: boolean().optional(),
});
export type Line = InferType<typeof lineSchema>;

export const dcLineSchema = object({
  id: string().required().meta({ description: 'Unique among lines of both kinds' }),
  from_bus: number().integer().required(),
  to_bus: number().integer().required(),
  p_min_mw: quantity('MW', 'Least power from from_bus to to_bus; below 0: the other way'),
  p_max_mw: quantity('MW', 'Largest power from from_bus to to_bus'),
  in_service: boolean().optional(),
}).meta({ description: 'A line whose power is set within its limits, whatever the angles are' });
export type DcLine = InferType<typeof dcLineSchema>;

/** Elements of one contingency. */
const MAX_LOST = 1000;

export const contingencySchema = object({
  id: string().required(),
  lines: array(string().required()).max(MAX_LOST).optional().meta({ description: 'Ids of the lines lost' }),
  generators: array(string().required())
    .max(MAX_LOST)
    .optional()
    .meta({ description: 'Names of the generators lost' }),
  enabled: boolean().optional(),
});
export type Contingency = InferType<typeof contingencySchema>;
