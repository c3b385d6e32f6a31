/** Mutations that make values of a result missing, surplus or non-numeric. */
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { MutableResult, Mutations, Spoil } from './mutants.ts';

const CONTAINERS = [
  'commitment',
  'dispatch_mw',
  'lmp',
  'lmp_components',
  'flows_mw',
  'renewable_mw',
  'bid_mw',
  'demand_response_mw',
  'recovered_mw',
  'storage',
  'reserve_mw',
  'reserve_shortfall_mw',
  'unserved_mw',
  'overflow_mw',
] as const;
type Container = (typeof CONTAINERS)[number];

const keyOf = (result: MutableResult, field: Container, seed: number): string | undefined => {
  const keys = Object.keys(result[field] ?? {});
  return keys[seed % Math.max(1, keys.length)];
};

/** Removes the key of a load: in a dispatch, buses without load or generation need no price. */
const removable = (result: MutableResult, payload: SolvePayload, field: Container, seed: number) =>
  field === 'lmp' ? `bus_${payload.loads[0]?.bus}` : keyOf(result, field, seed);

const removed =
  (field: Container): Spoil =>
  (result, payload, seed) => {
    const key = removable(result, payload, field, seed);
    if (key === undefined) return false;
    const soft = payload.reserves?.find((product) => product.name === key)?.penalty_usd_per_mwh !== undefined;
    if (field === 'reserve_shortfall_mw' && !soft) return false;
    // A product without providers has an empty record; removing it changes nothing.
    if (field === 'reserve_mw' && Object.keys(result.reserve_mw?.[key] ?? {}).length === 0) return false;
    delete result[field]?.[key];
    return true;
  };

const added =
  (field: Container): Spoil =>
  (result, _, seed) => {
    const key = keyOf(result, field, seed);
    const container = result[field];
    if (key === undefined || !container) return false;
    Object.assign(container, { bus_999: container[key] });
    return true;
  };

const cut =
  (field: 'commitment' | 'dispatch_mw' | 'lmp' | 'flows_mw'): Spoil =>
  (result, _, seed) => {
    const key = keyOf(result, field, seed);
    return key !== undefined && result[field]?.[key]?.pop() !== undefined;
  };

export const shapeMutations: Mutations = {
  ...Object.fromEntries(
    CONTAINERS.flatMap((field) => [
      [`${field}: a key is missing`, removed(field)],
      [`${field}: a key too many`, added(field)],
    ]),
  ),
  'commitment: an hour is missing': cut('commitment'),
  'dispatch_mw: an hour is missing': cut('dispatch_mw'),
  'lmp: an hour is missing': cut('lmp'),
  'flows_mw: an hour is missing': cut('flows_mw'),
  'output is not a number': (result, payload) => {
    const hours = result.dispatch_mw[payload.generators[0]?.name ?? ''];
    if (hours) hours[0] = Number.NaN;
    return hours !== undefined;
  },
  'price is not a number': (result) => {
    const [hours] = Object.values(result.lmp);
    if (hours) hours[0] = Number.NaN;
    return hours !== undefined;
  },
};
