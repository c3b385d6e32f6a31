/**
 * Power balance of each island and hour, one row whatever the network (pglib-uc (2)):
 *
 *     sum of injections = sum of loads
 */
import { equal, type MilpBuilder } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { Injections } from './injections.ts';

/** Returns the row of each island and hour, shape [islands][T]; its dual is the energy price, $/MWh. */
export function addBalance(
  milp: MilpBuilder,
  { network, load, periods }: Instance,
  injections: Injections,
): number[][] {
  const members = Array.from({ length: network.islands }, (_, island) =>
    [...network.island.keys()].filter((b) => network.island[b] === island),
  );
  return members.map((buses) =>
    Array.from({ length: periods }, (_, t) =>
      milp.row(
        equal(
          buses.reduce((mw, b) => mw + (load[b]?.[t] ?? 0), 0),
          buses.flatMap((b) => injections[b]?.[t] ?? []),
        ),
      ),
    ),
  );
}
