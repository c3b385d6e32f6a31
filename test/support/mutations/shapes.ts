/** Results with something missing, too much, or not a number. */
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { MutableResult, Mutation } from './mutants.ts';

type Container =
  | 'commitment'
  | 'dispatch_mw'
  | 'startup'
  | 'lmp'
  | 'lmp_components'
  | 'flows_mw'
  | 'renewable_mw'
  | 'storage'
  | 'reserve_mw'
  | 'reserve_shortfall_mw'
  | 'unserved_mw'
  | 'overflow_mw';

const CONTAINERS: readonly Container[] = [
  'commitment',
  'dispatch_mw',
  'lmp',
  'lmp_components',
  'flows_mw',
  'renewable_mw',
  'storage',
  'reserve_mw',
  'reserve_shortfall_mw',
  'unserved_mw',
  'overflow_mw',
];

const keyOf = (result: MutableResult, field: Container, seed: number): string | undefined => {
  const keys = Object.keys(result[field] ?? {});
  return keys[seed % Math.max(1, keys.length)];
};

/** Buses that only lines touch need no price in a dispatch, so the key of a load is taken. */
const removable = (result: MutableResult, payload: SolvePayload, field: Container, seed: number) =>
  field === 'lmp' ? `bus_${payload.loads[0]?.bus}` : keyOf(result, field, seed);

const removed = (field: Container): Mutation => ({
  name: `${field}: a key is missing`,
  spoil: (result, payload, seed) => {
    const key = removable(result, payload, field, seed);
    if (key === undefined) return false;
    const soft = payload.reserves?.find((product) => product.name === key)?.penalty_usd_per_mwh !== undefined;
    if (field === 'reserve_shortfall_mw' && !soft) return false;
    delete result[field]?.[key];
    return true;
  },
});

const added = (field: Container): Mutation => ({
  name: `${field}: a key too many`,
  spoil: (result, _, seed) => {
    const key = keyOf(result, field, seed);
    const container = result[field];
    if (key === undefined || !container) return false;
    Object.assign(container, { bus_999: container[key] });
    return true;
  },
});

const cut = (field: 'commitment' | 'dispatch_mw' | 'lmp' | 'flows_mw'): Mutation => ({
  name: `${field}: an hour is missing`,
  spoil: (result, _, seed) => {
    const key = keyOf(result, field, seed);
    return key !== undefined && result[field]?.[key]?.pop() !== undefined;
  },
});

export const shapeMutations: readonly Mutation[] = [
  ...CONTAINERS.flatMap((field) => [removed(field), added(field)]),
  cut('commitment'),
  cut('dispatch_mw'),
  cut('lmp'),
  cut('flows_mw'),
  {
    name: 'output is not a number',
    spoil: (result, payload) => {
      const hours = result.dispatch_mw[payload.generators[0]?.name ?? ''];
      if (hours) hours[0] = Number.NaN;
      return hours !== undefined;
    },
  },
  {
    name: 'price is not a number',
    spoil: (result) => {
      const [hours] = Object.values(result.lmp);
      if (hours) hours[0] = Number.NaN;
      return hours !== undefined;
    },
  },
];
