/** Conditions on fields of a storage that a schema cannot express. */
import { isList } from '../arithmetic/series.ts';
import type { Storage } from '../schema.ts';
import { eachItem, type PayloadProblem, problem } from './problem.ts';

const VARYING = [
  'charge_mw',
  'discharge_mw',
  'charge_min_mw',
  'discharge_min_mw',
  'min_mwh',
  'inflow_mw',
] as const;

type Checked = Omit<Storage, 'energy_limits'>;

export const storageProblems = (storage: readonly Checked[] | undefined): PayloadProblem[] => [
  ...eachItem(storage, efficiencies),
  ...eachItem(storage, energyBefore),
  ...eachItem(storage, (item, i) => belowMinimum(item, i, 'charge')),
  ...eachItem(storage, (item, i) => belowMinimum(item, i, 'discharge')),
  ...VARYING.flatMap((field) => eachItem(storage, (item, i) => negative(item, i, field))),
];

const at = (i: number, field: keyof Checked, msg: string, type?: string): PayloadProblem =>
  problem(['storage', i, field], msg, type);

/** Checks efficiencies: either the round-trip efficiency or the efficiencies by direction may be given, not both. */
function efficiencies(item: Checked, i: number): PayloadProblem | undefined {
  const field = (['charge_efficiency', 'discharge_efficiency'] as const).find(
    (name) => item[name] !== undefined,
  );
  if (item.efficiency === undefined && field === undefined)
    return at(i, 'efficiency', 'Field required', 'missing');
  return item.efficiency !== undefined && field !== undefined
    ? at(i, field, 'Already given by efficiency: give only one of them')
    : undefined;
}

function energyBefore({ cyclic, initial_mwh }: Checked, i: number): PayloadProblem | undefined {
  if (cyclic)
    return initial_mwh === undefined
      ? undefined
      : at(i, 'initial_mwh', 'The initial energy of a cyclic storage is a decision and cannot be given');
  return initial_mwh === undefined ? at(i, 'initial_mwh', 'Field required', 'missing') : undefined;
}

/**
 * Finding for a single limit below the minimum power. In a list, an hour with such a limit is valid: the storage is
 * idle in it.
 */
function belowMinimum(item: Checked, i: number, way: 'charge' | 'discharge'): PayloadProblem | undefined {
  const [least = 0, most] = [item[`${way}_min_mw`], item[`${way}_mw`]];
  return typeof least === 'number' && typeof most === 'number' && least > most
    ? at(i, `${way}_min_mw`, `Input should be less than or equal to ${way}_mw ${most}`, 'less_than_equal')
    : undefined;
}

function negative(item: Checked, i: number, field: (typeof VARYING)[number]): PayloadProblem | undefined {
  const values = item[field];
  const hour = isList(values) ? values.findIndex((value) => value < 0) : -1;
  return hour < 0
    ? undefined
    : problem(
        ['storage', i, field, hour],
        'Input should be greater than or equal to 0',
        'greater_than_equal',
      );
}
