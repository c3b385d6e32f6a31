/**
 * Power balance of each island and hour (pglib-uc (2)), with L the losses:
 *
 *     sum of injections - L = sum of loads
 *
 * Flow limits have rows of their own. A DC line is a pair of controlled injections, -p at one end and the share of p
 * that arrives at the other, with p within p_min..p_max whatever the angles (Kundur, Power System Stability and
 * Control, 1994, 10.9). It may join two islands (dc-lines.ts).
 */
import { equal, type MilpBuilder, type Term } from '../../milp/model.ts';
import { islandBuses } from '../../network/network.ts';
import type { Instance } from '../instance.ts';
import { type DcVariables, type ShiftVariables, shiftAngle, type Variables } from '../variables.ts';
import { dcEnds } from './dc-lines.ts';

/** Returns the row of each island and hour, shape [islands][T]; its dual is the energy price, $/MWh. */
export function addBalance(
  milp: MilpBuilder,
  { network, load, periods }: Instance,
  x: Pick<Variables, 'losses'>,
  injections: Injections,
): number[][] {
  return islandBuses(network).map((buses, island) =>
    Array.from({ length: periods }, (_, t) =>
      milp.row(
        equal(
          buses.reduce((mw, b) => mw + (load[b]?.[t] ?? 0), 0),
          [...buses.flatMap((b) => injections[b]?.[t] ?? []), [-1, x.losses(island, t)]],
        ),
      ),
    ),
  );
}

/**
 * Terms of the injection of each bus in each hour without its load, MW, then of the angles of the phase shifters, used
 * in balance and flow rows; shape [injectionCount][T].
 */
export type Injections = readonly (readonly (readonly Term[])[])[];

export function toInjections(instance: Instance, x: Variables): Injections {
  const { units } = instance;
  return injectionTerms(instance, x, {
    ofUnit: (g, t) => [
      [units[g]?.pMin[t] ?? 0, x.on(g, t)],
      [1, x.above(g, t)],
    ],
  });
}

interface OwnTerms {
  /** Change of the load of bus b in hour t as an injection, MW; if absent, loads do not change. */
  ofBus?(b: number, t: number): Term[];
  /** Output of a unit, MW. */
  ofUnit(g: number, t: number): Term[];
}

/** Terms of the injection of each bus and hour, including renewables, storage and DC lines, then of each angle; shape [injectionCount][T]. */
export function injectionTerms(
  { buses, periods, sheddable, units, renewables, storage, dcLines, network }: Instance,
  x: Pick<Variables, 'unserved' | 'renewable' | 'charge' | 'discharge'> & DcVariables & ShiftVariables,
  { ofBus, ofUnit }: OwnTerms,
): Term[][][] {
  const terms = buses.map((_, b) => Array.from({ length: periods }, (_hour, t) => ofBus?.(b, t) ?? []));
  const add = (b: number, t: number, ...more: Term[]) => terms[b]?.[t]?.push(...more);
  for (let t = 0; t < periods; t++) {
    for (const [k, { at, most }] of sheddable.entries())
      if ((most[t] ?? 0) > 0) add(at, t, [1, x.unserved(k, t)]);
    for (const [g, { bus }] of units.entries()) add(bus, t, ...ofUnit(g, t));
    for (const [i, { at }] of renewables.entries()) add(at, t, [1, x.renewable(i, t)]);
    for (const [s, { at }] of storage.entries()) add(at, t, [1, x.discharge(s, t)], [-1, x.charge(s, t)]);
    for (const [d, line] of dcLines.entries()) {
      const [from, to] = dcEnds(x, line, d, t);
      add(line.from, t, ...from);
      add(line.to, t, ...to);
    }
  }
  const angles = network.shifters.map((_, k) =>
    Array.from({ length: periods }, (_hour, t) => shiftAngle(x, k, t)),
  );
  return [...terms, ...angles];
}
