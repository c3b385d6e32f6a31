/**
 * Changes that follow from shortfalls proven by arithmetic. A repair begins with them if the elastic model of a large
 * case takes too long. A smaller change of any of these numbers would not suffice.
 */
import { isHard } from '../../../temporal/case/arithmetic/reserve-shortfall.ts';
import type { Cause } from '../../../temporal/case/messages/infeasibility.ts';
import type { Instance } from '../../uc/instance.ts';
import { type Lever, lineLevers, loadLevers, reserveLever } from './lever.ts';
import type { Change } from './solve-elastic.ts';

/**
 * Largest change of each number that the causes prove. Causes without an hour, a shortfall or a number to change are
 * left out.
 */
export function arithmeticChanges(instance: Instance, causes: readonly Cause[]): Change[] {
  const largest = new Map<string, Change>();
  for (const cause of causes) {
    const { hour: at, shortfall_mw: amount } = cause;
    if (at === null || amount === null) continue;
    for (const change of changesFor(instance, cause, at, amount)) {
      const { element_type, element_id, field, hour } = change.lever;
      const key = [element_type, element_id, field, hour].join('/');
      const before = largest.get(key)?.amount ?? 0;
      if (change.amount > before) largest.set(key, { ...change, at, contingency: undefined });
    }
  }
  return [...largest.values()];
}

function changesFor(
  instance: Instance,
  cause: Cause,
  hour: number,
  amount: number,
): Pick<Change, 'lever' | 'amount'>[] {
  if (cause.code === 'RESERVE_SHORTFALL') return lessReserve(instance, cause.element_id, hour, amount);
  const lever = leverOf(instance, cause, hour, amount);
  return lever ? [{ lever, amount }] : [];
}

/**
 * Lowers the reserve product that the cause names, else all hard requirements, the largest first, until the shortfall
 * is covered.
 */
function lessReserve(
  { case: { reserves }, requirements }: Instance,
  name: string | null,
  hour: number,
  amount: number,
) {
  const levers = reserves.flatMap((product, q) =>
    isHard(product) && (name === null || product.name === name)
      ? [reserveLever(product.given, hour, requirements[q]?.[hour] ?? 0)]
      : [],
  );
  let remaining = amount;
  return levers
    .sort((a, b) => b.most - a.most)
    .flatMap((lever) => {
      const part = Math.min(remaining, lever.most);
      remaining -= part;
      return part > 0 ? [{ lever, amount: part }] : [];
    });
}

function leverOf(instance: Instance, cause: Cause, hour: number, most: number): Lever | undefined {
  const line = instance.case.transmission_lines.find(({ id }) => id === cause.element_id)?.given;
  switch (cause.code) {
    case 'CAPACITY_SHORTFALL':
      return loadLever(instance, hour, null)?.[0];
    case 'MINIMUM_GENERATION_EXCESS':
      return loadLever(instance, hour, null)?.[1];
    case 'ISLANDED_LOAD':
      return loadLever(instance, hour, cause.element_id)?.[0];
    case 'LINE_LIMIT':
      return line && lineLevers(line, hour, most).normal;
    case 'CONTINGENCY_LIMIT':
      return line && lineLevers(line, hour, most).emergency;
    default:
      return undefined;
  }
}

/**
 * Lever (number that may change) for the load at the bus that the cause names, or else at the bus with the largest load
 * in this hour.
 */
function loadLever({ buses, load, case: { loads } }: Instance, hour: number, bus: string | null) {
  const candidates = [...buses.keys()].filter((b) => bus === null || String(buses[b]) === bus);
  const [b] = candidates.sort((one, other) => (load[other]?.[hour] ?? 0) - (load[one]?.[hour] ?? 0));
  const first = loads.find((item) => item.bus === buses[b ?? -1]);
  return first && loadLevers(first.bus, hour, first.values[hour] ?? 0, load[b ?? -1]?.[hour] ?? 0);
}
