/** Injections at each bus with the changes of its load, and the power balance of each island and hour. */
import { equal, type MilpBuilder, type Term } from '../../milp/model.ts';
import type { Instance } from '../../uc/instance.ts';
import { islandBuses } from '../../uc/island-buses.ts';
import type { ElasticContext, ElasticVariables } from './elastic-context.ts';
import { loadLevers } from './lever.ts';
import type { Levers } from './lever-columns.ts';

/** Shape [buses][T]. A change of a bus is written to the first load that is given there. */
export function elasticInjections(
  { buses, periods, units, renewables, storage, load, payload }: Instance,
  x: ElasticVariables,
  levers: Levers,
): Term[][][] {
  const terms = buses.map((bus, b) =>
    Array.from({ length: periods }, (_, t): Term[] => {
      const first = payload.loads.find((item) => item.bus === bus);
      const shed: Term = [1, x.unserved(b, t)];
      if (!first) return [shed];
      const [less, more] = loadLevers(bus, t, first.values[t] ?? 0, load[b]?.[t] ?? 0);
      return [shed, ...levers.terms(less, t, 1), ...levers.terms(more, t, -1)];
    }),
  );
  const add = (b: number, t: number, ...more: Term[]) => terms[b]?.[t]?.push(...more);
  for (let t = 0; t < periods; t++) {
    for (const [g, { bus }] of units.entries()) add(bus, t, [1, x.output(g, t)]);
    for (const [i, { at }] of renewables.entries()) add(at, t, [1, x.renewable(i, t)]);
    for (const [s, { at }] of storage.entries()) add(at, t, [1, x.discharge(s, t)], [-1, x.charge(s, t)]);
  }
  return terms;
}

export function addBalanceRows(
  milp: MilpBuilder,
  { prepared, x, injections }: Pick<ElasticContext, 'prepared' | 'x' | 'injections'>,
): void {
  const { network, load, periods } = prepared.instance;
  for (const [island, buses] of islandBuses(network).entries()) {
    for (let t = 0; t < periods; t++) {
      const demand = buses.reduce((mw, b) => mw + (load[b]?.[t] ?? 0), 0);
      milp.row(equal(demand, [...buses.flatMap((b) => injections[b]?.[t] ?? []), [-1, x.losses(island, t)]]));
    }
  }
}
