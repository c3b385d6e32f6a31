/** Load on an island where nothing can supply it. */
import { at } from '../at.ts';
import type { CauseFinder } from '../cause-finder.ts';
import { elementCause } from '../element-cause.ts';
import { inMw } from '../in-mw.ts';
import { type Area, MARGIN_MW } from '../infeasible-case.ts';
import { sum } from '../sum.ts';

export const islandedLoads: CauseFinder = function* ({ payload, hours, islands }) {
  if (islands.length < 2) return;
  for (const island of islands.filter((area) => isSourceless(area, payload.storage))) {
    for (const hour of hours) {
      if (!(at(island.load, hour) - at(island.sheddable, hour) > MARGIN_MW)) continue;
      for (const bus of island.buses) {
        const load = sum(payload.loads, (item) => (item.bus === bus ? at(item.values, hour) : 0));
        if (load <= MARGIN_MW) continue;
        const message = `Hour ${hour}: load of ${inMw(load)} at bus ${bus} has no connection to any generator`;
        const place = { element_type: 'bus', element_id: String(bus), hour } as const;
        yield elementCause('ISLANDED_LOAD', place, message, load);
      }
    }
  }
};

export const isSourceless = (area: Area, storage: readonly { bus: number }[] | undefined): boolean =>
  area.units.length === 0 &&
  area.otherHigh.every((mw) => mw <= 0) &&
  !storage?.some((item) => area.buses.has(item.bus));
