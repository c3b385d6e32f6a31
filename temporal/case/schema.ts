/**
 * The solve payload in canonical form, built from the table of elements. This form is stored, read by the engine and
 * checked by the verifier. Aliases and shorthand are resolved before this schema is applied.
 */
import { array, boolean, type InferType, number as numberOf, object, string } from 'yup';
import { SOLVERS } from '../solvers.ts';
import { amount, positive } from './elements/attribute.ts';
import { fuelLimitSchema } from './elements/energy-limit.ts';
import { ELEMENTS } from './elements/index.ts';
import { OPTIONS } from './elements/options.ts';
import { isoDate } from './elements/units.ts';

export const MAX_GENERATORS = 2000;
/** Interval lengths that a payload may have. */
export const INTERVAL_MINUTES = [5, 15, 30, 60, 120, 180] as const;

/** Maximum number of fixed commitments of a payload. */
const MAX_FIXED = 10_000;
/** Maximum number of fuel limits of a payload. */
const MAX_FUEL_LIMITS = 10_000;

export const generatorSchema = object(ELEMENTS.generators.attributes);
export type Generator = InferType<typeof generatorSchema>;
export const loadSchema = object(ELEMENTS.loads.attributes);
export type Load = InferType<typeof loadSchema>;
export const lineSchema = object(ELEMENTS.transmission_lines.attributes);
export type Line = InferType<typeof lineSchema>;
export const dcLineSchema = object(ELEMENTS.dc_lines.attributes).meta({
  description: 'A line whose power is controlled within its limits, independent of bus angles',
});
export type DcLine = InferType<typeof dcLineSchema>;
export const interfaceSchema = object(ELEMENTS.interfaces.attributes).meta({
  description: 'Limits of the weighted sum of the flows of several lines',
});
export type Interface = InferType<typeof interfaceSchema>;
export const phaseShifterSchema = object(ELEMENTS.phase_shifters.attributes).meta({
  description: 'A line whose phase shift is decided within its limits, one angle per interval',
});
export type PhaseShifter = InferType<typeof phaseShifterSchema>;
const contingencySchema = object(ELEMENTS.contingencies.attributes);
export type Contingency = InferType<typeof contingencySchema>;
export const renewableSchema = object(ELEMENTS.renewables.attributes);
export type Renewable = InferType<typeof renewableSchema>;
export const storageSchema = object(ELEMENTS.storage.attributes);
export type Storage = InferType<typeof storageSchema>;
export const reserveSchema = object(ELEMENTS.reserves.attributes);
export type Reserve = InferType<typeof reserveSchema>;
export const bidSchema = object(ELEMENTS.bids.attributes);
export type Bid = InferType<typeof bidSchema>;
const demandResponseSchema = object(ELEMENTS.demand_response.attributes).meta({
  description: 'Load that may be reduced at a cost, and that may come back later',
});
export type DemandResponse = InferType<typeof demandResponseSchema>;
export const optionsSchema = object(OPTIONS);
export type SolveOptions = InferType<typeof optionsSchema>;

export type FuelLimit = InferType<typeof fuelLimitSchema>;

/** Commitment of each generator: 0 or 1 by interval, as in `result.commitment`. */
export type Commitment = Record<string, number[]>;

const fixedCommitmentSchema = object({
  generator: string().required(),
  hour: numberOf().integer().min(0).required().meta({ description: '0-based' }),
  on: boolean().required(),
});
export type FixedCommitment = InferType<typeof fixedCommitmentSchema>;

export const payloadSchema = object({
  generators: array(generatorSchema).min(1).max(MAX_GENERATORS).required(),
  loads: array(loadSchema).required(),
  horizon: numberOf()
    .integer()
    .min(1)
    .required()
    .meta({ description: 'Intervals to optimize: hours, unless interval_minutes says otherwise' }),
  interval_minutes: numberOf().oneOf(INTERVAL_MINUTES).optional().meta({
    description:
      'Length of an interval in minutes, default 60. Series have one value per interval, `hour` counts intervals, and hourly limits in MW apply to each interval; ramps in MW/h, prices in $/MWh, costs in $/h and times in h keep their units',
  }),
  start_time: isoDate(
    'Start of the first interval in local time, used only to name hours in results and pages',
  ).optional(),
  solver: string().oneOf(SOLVERS).optional().meta({ description: 'Default highs' }),
  base_mva: positive('MVA', 'Base of x_ohm; default 100'),
  transmission_lines: array(lineSchema).optional(),
  dc_lines: array(dcLineSchema).optional(),
  interfaces: array(interfaceSchema).optional(),
  phase_shifters: array(phaseShifterSchema).optional(),
  contingencies: array(contingencySchema).optional(),
  renewables: array(renewableSchema).optional(),
  storage: array(storageSchema).optional(),
  reserves: array(reserveSchema).optional(),
  bids: array(bidSchema).optional(),
  demand_response: array(demandResponseSchema).optional(),
  fuel_limits: array(fuelLimitSchema).max(MAX_FUEL_LIMITS).optional(),
  emission_limit_t: amount('t', 'Largest CO2 of all units over the horizon'),
  emission_penalty_usd_per_t: amount('$/t', 'Price of CO2 above emission_limit_t; absent = hard'),
  emission_price_usd_per_t: amount('$/t', 'Price of CO2, part of energy and startup costs'),
  options: optionsSchema.optional().default(undefined),
  commitment: object()
    .optional()
    .default(undefined)
    .meta({
      description: 'Economic dispatch only: generator name -> array of 0/1 per hour',
      additionalProperties: { type: 'array', items: { type: 'integer', enum: [0, 1] } },
    }),
  fixed_commitment: array(fixedCommitmentSchema).max(MAX_FIXED).optional().meta({
    description: 'UC and SCUC: units that are fixed on or off in an hour',
  }),
  commitment_job_id: string().uuid().optional().meta({
    description: 'Economic dispatch only: take the commitment of this completed job',
  }),
}).meta({ unknownFields: 'kept' });

export type SolvePayload = Omit<InferType<typeof payloadSchema>, 'commitment'> & {
  commitment?: Commitment | undefined;
};
