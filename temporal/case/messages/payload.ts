/**
 * The solve payload in canonical form: what is stored, what the engine reads and what the verifier
 * checks. Aliases and shorthand of clients are resolved before this schema is applied.
 */
import { array, boolean, type InferType, number, object, string } from 'yup';
import { SOLVERS } from '../../solvers.ts';
import { familyFields } from './families.ts';
import { generatorSchema } from './generator.ts';
import { contingencySchema, dcLineSchema, lineSchema } from './network.ts';
import { loadSchema, renewableSchema, storageSchema } from './resources.ts';
import { finite, isoDate, optionalQuantity } from './units.ts';

export const MAX_GENERATORS = 2000;
/** HiGHS reads its seed as a signed 32-bit integer. */
export const LARGEST_SEED = 2 ** 31 - 1;
/** Lengths of an interval that a payload may have. */
export const INTERVAL_MINUTES = [5, 15, 30, 60] as const;

/** Decisions taken before the solve. */
const MAX_FIXED = 10_000;

export const PRESOLVE = ['choose', 'on', 'off'] as const;
export type Presolve = (typeof PRESOLVE)[number];

export const optionsSchema = object({
  mip_gap: finite().min(0).max(1).optional().meta({ description: 'Relative gap that counts as optimal' }),
  time_limit: finite()
    .moreThan(0)
    .max(3600)
    .optional()
    .meta({ unit: 's', description: 'Overrides `timeout`' }),
  unserved_energy_usd_per_mwh: finite()
    .min(0)
    .optional()
    .meta({ unit: '$/MWh', description: 'Allows load to be shed at this price' }),
  network: boolean().optional().meta({
    description:
      'Economic dispatch: enforce line ratings. SCUC: buses are islands where no branch is named, as in a stored network',
  }),
  losses: boolean().optional().meta({ description: 'Model transmission losses' }),
  slack_bus: number().integer().optional().meta({ description: 'Reference bus of prices' }),
  random_seed: number().integer().min(0).max(LARGEST_SEED).optional(),
  presolve: string().oneOf(PRESOLVE).optional().meta({ description: 'Whether the solver simplifies first' }),
  warm_start_job_id: string()
    .optional()
    .meta({ description: 'Begin with the schedule of this completed job' }),
});
export type SolveOptions = InferType<typeof optionsSchema>;

/** Intervals (0-based) of 0 or 1 per generator; the shape of `result.commitment`. */
export type Commitment = Record<string, number[]>;

const fixedCommitmentSchema = object({
  generator: string().required(),
  hour: number().integer().min(0).required().meta({ description: '0-based' }),
  on: boolean().required(),
});
export type FixedCommitment = InferType<typeof fixedCommitmentSchema>;

export const payloadSchema = object({
  generators: array(generatorSchema).min(1).max(MAX_GENERATORS).required(),
  loads: array(loadSchema).required(),
  horizon: number()
    .integer()
    .min(1)
    .required()
    .meta({ description: 'Intervals to optimize: hours, unless interval_minutes is less than 60' }),
  interval_minutes: number().oneOf(INTERVAL_MINUTES).optional().meta({
    description:
      'Minutes of an interval, default 60. Series have one value per interval, `hour` counts intervals and limits in MW of an hour are those of an interval; ramps in MW/h, prices in $/MWh, costs in $/h and times in h stay what they are',
  }),
  start_time: isoDate(
    'When the first interval begins, by the local clock; results and pages name hours by it, and nothing else depends on it',
  ).optional(),
  solver: string().oneOf(SOLVERS).optional().meta({ description: 'Default highs' }),
  base_mva: optionalQuantity('MVA', 'Base of x_ohm; default 100').moreThan(0),
  transmission_lines: array(lineSchema).optional(),
  dc_lines: array(dcLineSchema).optional(),
  contingencies: array(contingencySchema).optional(),
  renewables: array(renewableSchema).optional(),
  storage: array(storageSchema).optional(),
  ...familyFields.payload,
  options: optionsSchema.optional().default(undefined),
  commitment: object()
    .optional()
    .default(undefined)
    .meta({
      description: 'Economic dispatch only: generator name -> array of 0/1 per hour',
      additionalProperties: { type: 'array', items: { type: 'integer', enum: [0, 1] } },
    }),
  fixed_commitment: array(fixedCommitmentSchema).max(MAX_FIXED).optional().meta({
    description: 'UC and SCUC: units that are on or off in an hour whatever it costs',
  }),
  commitment_job_id: string().uuid().optional().meta({
    description: 'Economic dispatch only: take the commitment of this completed job',
  }),
}).meta({ unknownFields: 'kept' });

export type SolvePayload = Omit<InferType<typeof payloadSchema>, 'commitment'> & {
  commitment?: Commitment | undefined;
};
