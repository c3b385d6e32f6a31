/**
 * A security-constrained economic dispatch of one interval as clients send it: who is on and where everybody is
 * now are given, so that nothing is left to decide but the outputs at the end of the interval.
 */
import { array, type InferType, mixed } from 'yup';
import { type PayloadProblem, problem } from '../../temporal/case/checks/problem.ts';
import { payloadSchema } from '../../temporal/case/messages/payload.ts';
import { loadSchema } from '../../temporal/case/messages/resources.ts';
import { finite } from '../../temporal/case/messages/units.ts';

const DEFAULT_INTERVAL_MINUTES = 5;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOn = (value: unknown): boolean =>
  value === 0 || value === 1 || (Array.isArray(value) && value.length === 1 && isOn(value[0]));

/** A record whose values are checked in one test: yup knows no schema of free keys. */
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
    interval_minutes: finite()
      .moreThan(0)
      .max(60)
      .default(DEFAULT_INTERVAL_MINUTES)
      .meta({ description: 'Ramps are limited to ramp_up and ramp_down times this many sixtieths' }),
    initial_dispatch_mw: power('Generator name -> output now; a unit without one may be anywhere'),
    commitment: record<number | number[]>(isOn, 'Values should be 0 or 1')
      .optional()
      .meta({ description: 'Generator name -> 0 or 1; without one a unit is on when initial_status > 0' }),
    load_mw: power('Bus number -> demand'),
    loads: array(loadSchema).optional().meta({ description: 'Demand of one value each; adds to load_mw' }),
  });
export type Sced = InferType<typeof scedSchema>;

const BUS = /^-?\d+$/;

/** What a schema cannot say of a dispatch of one interval; paths from the payload on. */
export function scedProblems(sced: Sced): PayloadProblem[] {
  const { generators, initial_dispatch_mw = {}, commitment = {}, load_mw, loads, storage = [] } = sced;
  const known = new Set(generators.map(({ name }) => name));
  const unknown = (field: string, names: object): PayloadProblem[] =>
    Object.keys(names)
      .filter((name) => !known.has(name))
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
