/**
 * Power balance of each island and hour, one row whatever the network (pglib-uc (2)), L the losses:
 *
 *     sum of injections - L = sum of loads
 */
import { equal, type MilpBuilder } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import { islandBuses } from '../island-buses.ts';
import type { Injections } from './injections.ts';
import type { Variables } from './variables.ts';

/** Returns the row of each island and hour, shape [islands][T]; its dual is the energy price, $/MWh. */
export function addBalance(
  milp: MilpBuilder,
  { network, load, periods }: Instance,
  x: Variables,
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
