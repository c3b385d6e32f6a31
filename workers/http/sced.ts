/**
 * A security-constrained economic dispatch of one interval, as clients send it. Commitment and current outputs are
 * given; only the outputs at the end of the interval are decided.
 */
import { array, type InferType, mixed } from 'yup';
import { isList } from '../../temporal/case/arithmetic/series.ts';
import { type PayloadProblem, problem } from '../../temporal/case/checks/problem.ts';
import { finite } from '../../temporal/case/elements/units.ts';
import {
  type DcLine,
  type Generator,
  loadSchema,
  payloadSchema,
  type SolvePayload,
} from '../../temporal/case/schema.ts';

const DEFAULT_INTERVAL_MINUTES = 5;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOn = (value: unknown): boolean =>
  value === 0 || value === 1 || (Array.isArray(value) && value.length === 1 && isOn(value[0]));

/** Schema of a record whose values are checked in one test, because yup has no schema for free keys. */
const record = <Value>(isValue: (value: unknown) => boolean, msg: string) =>
  mixed<Record<string, Value>>((value): value is Record<string, Value> => isObject(value)).test(
    'record_values',
    msg,
    (value) => value === undefined || Object.values(value).every(isValue),
  );

const power = (description: string) =>
  record<number>(Number.isFinite, 'Values should be finite numbers')
    .optional()
    .meta({ unit: 'MW', description });

export const scedSchema = payloadSchema
  .omit(['horizon', 'commitment', 'commitment_job_id', 'fixed_commitment', 'loads'])
  .shape({
    interval_minutes: finite().moreThan(0).max(60).default(DEFAULT_INTERVAL_MINUTES).meta({
      description:
        'Length of the interval in minutes: ramps are limited to ramp_up and ramp_down times this length in hours',
    }),
    initial_dispatch_mw: power('Generator name -> current output; a unit without one has no ramp limit'),
    commitment: record<number | number[]>(isOn, 'Values should be 0 or 1')
      .optional()
      .meta({ description: 'Generator name -> 0 or 1; by default a unit is on if initial_status > 0' }),
    load_mw: power('Bus number -> demand'),
    loads: array(loadSchema)
      .optional()
      .meta({ description: 'Loads with one value each, in addition to load_mw' }),
  });
export type Sced = InferType<typeof scedSchema>;

const BUS = /^-?\d+$/;

/** Findings that a schema cannot express; their paths start in the payload. */
export function scedProblems(sced: Sced): PayloadProblem[] {
  const { generators, initial_dispatch_mw = {}, commitment = {}, load_mw, loads, storage = [] } = sced;
  const unitNames = new Set(generators.map(({ name }) => name));
  const unknown = (field: string, names: object): PayloadProblem[] =>
    Object.keys(names)
      .filter((name) => !unitNames.has(name))
      .map((name) => problem([field, name], `Unknown generator '${name}'`, 'unknown_element'));
  return [
    ...(load_mw === undefined && loads === undefined
      ? [problem(['load_mw'], 'Field required', 'missing')]
      : []),
    ...unknown('initial_dispatch_mw', initial_dispatch_mw),
    ...unknown('commitment', commitment),
    ...Object.keys(load_mw ?? {})
      .filter((bus) => !BUS.test(bus))
      .map((bus) => problem(['load_mw', bus], 'Name should be a bus number', 'int_parsing')),
    ...(storage.length > 0 ? [problem(['storage'], 'A dispatch of one interval has no storage')] : []),
  ];
}

const MINUTES_PER_HOUR = 60;

/**
 * Converts a dispatch of one interval to a SCUC of one hour with fixed commitment, so that model, contingencies, prices
 * and verifier are the same. The ramp limits are those of the interval:
 * p0 - ramp_down dt <= p <= p0 + ramp_up dt,   dt = interval_minutes / 60 h.
 * Costs are those of an hour at this dispatch, $/h; ramps in the result are per interval.
 */
export function toScedPayload(sced: Sced): SolvePayload {
  const {
    interval_minutes,
    initial_dispatch_mw = {},
    commitment = {},
    load_mw = {},
    loads = [],
    ...rest
  } = sced;
  const hours = interval_minutes / MINUTES_PER_HOUR;
  const powers = new Map(Object.entries(initial_dispatch_mw));
  const givenCommitment = new Map(
    Object.entries(commitment).map(([name, on]) => [name, [on].flat()[0] === 1]),
  );
  const isOn = ({ name, initial_status }: Generator): boolean =>
    givenCommitment.get(name) ?? initial_status > 0;
  return {
    ...rest,
    horizon: 1,
    loads: [...loads, ...Object.entries(load_mw).map(([bus, mw]) => ({ bus: Number(bus), values: [mw] }))],
    generators: rest.generators.map((unit) => committed(unit, isOn(unit), hours, powers.get(unit.name))),
    ...(rest.dc_lines && { dc_lines: rest.dc_lines.map((line) => ramped(line, hours)) }),
    fixed_commitment: rest.generators.map((unit) => ({ generator: unit.name, hour: 0, on: isOn(unit) })),
  };
}

/** A unit that has been in its state for long, so that it neither starts nor stops and no minimum time applies. */
const committed = (unit: Generator, on: boolean, hours: number, power: number | undefined): Generator => ({
  ...unit,
  initial_status: on ? 1 : -1,
  initial_power_mw: on ? (power ?? unit.initial_power_mw) : undefined,
  must_run: undefined,
  min_uptime: 0,
  min_downtime: 0,
  ramp_up: rampOf(unit.ramp_up, hours),
  ramp_down: rampOf(unit.ramp_down, hours),
});

const ramped = ({ ramp_up, ramp_down, ...line }: DcLine, hours: number): DcLine => ({
  ...line,
  ...(ramp_up !== undefined && { ramp_up: ramp_up * hours }),
  ...(ramp_down !== undefined && { ramp_down: ramp_down * hours }),
});

const rampOf = (ramps: Generator['ramp_up'], hours: number): Generator['ramp_up'] => {
  const inInterval = (mwPerHour: number | null) => (mwPerHour === null ? null : mwPerHour * hours);
  return isList(ramps) ? ramps.map(inInterval) : inInterval(ramps);
};
