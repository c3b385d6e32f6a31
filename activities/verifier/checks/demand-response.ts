/** Checks of demand response. */
import { daysOf } from '../dispatch/demand-response.ts';
import type { DemandResponseSchedule, Rule } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';

/**
 * A reduction is between 0 and its limit, in at most so many hours of a day. Its share comes back after it, within its
 * time and before the end of the horizon: what has come back up to an hour is at most what was reduced before it, and
 * at least what was reduced so long ago [MW, MWh].
 */
export const demandResponse: Rule = {
  name: 'demand_response',
  tolerance: 1e-3,
  *excesses({ demandResponse: items, hours }) {
    for (const item of items) {
      for (const hour of hours) {
        const reduced = at(item.reduced, hour);
        yield Math.max(-reduced, reduced - at(item.shed_max_mw, hour), -at(item.recovered, hour));
      }
      for (const day of daysOf(item, hours)) {
        const descending = day.map((hour) => at(item.reduced, hour)).sort((a, b) => b - a);
        yield descending[item.most_of_day] ?? 0;
      }
      yield* recoveryExcesses(item, hours);
    }
  },
};

function* recoveryExcesses(item: DemandResponseSchedule, hours: readonly number[]): Iterable<number> {
  const { recover_share: share, recover_within: within, reduced, recovered } = item;
  const [owed, back] = [[0], [0]];
  for (const hour of hours) {
    owed.push(at(owed, hour) + share * at(reduced, hour));
    back.push(at(back, hour) + at(recovered, hour));
  }
  for (const hour of hours) {
    yield at(back, hour + 1) - at(owed, hour);
    yield at(owed, Math.max(0, hour + 1 - within)) - at(back, hour + 1);
  }
  yield at(owed, hours.length) - at(back, hours.length);
}
