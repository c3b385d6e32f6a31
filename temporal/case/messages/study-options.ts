/** Options of a run, apart from its hours: start, steps and assumptions of the study. */
import { boolean, type InferType, mixed, number, object, string } from 'yup';
import { LARGEST_SEED } from '../elements/options.ts';
import { finite, isoDate, optionalQuantity } from '../elements/units.ts';

const MOST_DAYS = 366;
/** Longest step and look-ahead, h. */
const MOST_HOURS = 168;

const LINE_LIMITS = ['on', 'off', 'soft'] as const;

const isPrices = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((price) => Number.isFinite(price) && price >= 0);

const wholeHours = (least: number, description: string) =>
  number().integer().min(least).max(MOST_HOURS).optional().meta({ unit: 'h', description });

const MOST_SCALE = 10;

const scale = (what: string) =>
  finite()
    .min(0)
    .max(MOST_SCALE)
    .optional()
    .meta({ description: `Factor of ${what}; default 1` });

const realTime = object({
  look_ahead_h: wholeHours(
    0,
    'Look-ahead of each hour, on forecasts; default and at most the rest of its day-ahead solve',
  ),
  quick_start_h: optionalQuantity(
    'h',
    'Units that need to be on and off no longer than this are quick, default 1: real time starts and stops them',
  ).min(0),
});

export const studyOptionFields = {
  start: isoDate(
    'First hour, in local time of the network; default the first of its series, which then must have a date',
  ).optional(),
  days: number()
    .integer()
    .min(1)
    .max(MOST_DAYS)
    .optional()
    .meta({ description: 'Length of the run in days, in place of horizon' }),
  step_h: wholeHours(1, 'Hours kept of each solve of a rolling horizon, default 24'),
  look_ahead_h: wholeHours(0, 'Hours solved after the kept ones, default 24'),
  lines: string().oneOf(LINE_LIMITS).optional().meta({
    description:
      'Whether line ratings limit the dispatch; soft: overloads at a price. Default: as the model defines',
  }),
  line_penalty_usd_per_mwh: optionalQuantity(
    '$/MWh',
    'Price of power above a rating with lines soft, default 1,000; lines that have one keep their own',
  ).min(0),
  n_1: boolean()
    .optional()
    .meta({ description: 'Secure against the loss of every line that islands no bus' }),
  losses: boolean().optional().meta({ description: 'Model transmission losses' }),
  unserved_energy_usd_per_mwh: optionalQuantity(
    '$/MWh',
    'Price of load that is not served; default 10,000 in a rolling horizon, elsewhere all load must be served',
  ).min(0),
  spill_usd_per_mwh: optionalQuantity(
    '$/MWh',
    'Price of energy of renewables that must be taken and is spilled instead; absent = it must be taken',
  ).min(0),
  fuel_prices: mixed<Record<string, number>>(isPrices)
    .optional()
    .meta({
      type: 'object',
      unit: '$/MMBtu',
      description: 'Fuel of the network -> price that replaces its own',
      additionalProperties: { type: 'number', minimum: 0 },
    }),
  emission_price_usd_per_t: optionalQuantity('$/t', 'Price of CO2, part of energy and startup costs').min(0),
  emission_cap_t: optionalQuantity(
    't',
    'Largest CO2 of the whole run, met by a price of CO2 that is found by repeated runs, at most 12, to 0.5 % of the cap: emission_price_usd_per_t at least. A cap that no price up to 6,400 $/t meets is reported as missed; allowance of the results has price and gap',
  ).min(0),
  load_scale: scale('all loads'),
  wind_scale: scale('available wind: renewables of type WIND, or without type and with wind in the name'),
  outage_seed: number().integer().min(0).max(LARGEST_SEED).optional().meta({
    description:
      'Seed of forced outages of units, drawn from forced_outage_rate and mean_time_to_repair_h; equal seeds give equal outages; absent = none',
  }),
  parallel: boolean().optional().meta({
    description:
      'Whether the months of a rolling horizon are solved in parallel and joined where they agree; default true beyond 62 days',
  }),
  real_time: realTime.optional().default(undefined).meta({
    description:
      'Dispatches each hour again with actual values (actual_values, actual_p_max) and quick starts, and settles the difference; absent = day-ahead only',
  }),
  go_on: boolean().optional().meta({
    description:
      'Whether a rolling horizon continues after a window without a schedule, which is reported; default true. Units then start as before that window',
  }),
};

const studyOptions = object(studyOptionFields);
export type StudyOptions = InferType<typeof studyOptions>;
export type StudyOption = keyof StudyOptions;
