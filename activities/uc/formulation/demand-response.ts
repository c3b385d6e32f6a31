/**
 * Load that is reduced, and comes back. With d the reduction (a resource of at least 0) and r the load that comes back
 * (a resource of -r), s its share of the energy, which comes back within W intervals, and b the energy that is still to
 * come back:
 *
 *     b[t] = b[t-1] + s d[t] - r[t]                      b[-1] = b[T-1] = 0
 *     r[t] <= b[t-1]                                     nothing comes back before it is reduced
 *     b[t] <= s sum_{i = t-W+1..t} d[i]                  nothing is left after W intervals
 *
 * These rows hold exactly if each part of a reduction can be assigned to W intervals after it, earliest first. With u =
 * 1 in the intervals with a reduction, of which a day has at most N:
 *
 *     d[t] <= D[t] u[t]                                  sum_{t of the day} u[t] <= N
 *
 * A reduction without these rules has no rows: it is a resource at its cost.
 */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import { atMost, equal, type MilpBuilder, type Term, within } from '../../milp/model.ts';
import type { Instance, PlacedDemandResponse } from '../instance.ts';
import type { Variables } from '../variables.ts';

type DemandColumns = Pick<Variables, 'owed' | 'reducing'>;

export function addDemandColumns(milp: MilpBuilder, { demandResponse, periods }: Instance): DemandColumns {
  const family = (
    has: (item: PlacedDemandResponse) => boolean,
    spec: (item: PlacedDemandResponse, t: number) => Parameters<MilpBuilder['column']>[0],
  ) => {
    const columns = demandResponse.map((item) =>
      has(item) ? Array.from({ length: periods }, (_, t) => milp.column(spec(item, t))) : [],
    );
    return (k: number, t: number) => columns[k]?.[t] ?? -1;
  };
  return {
    owed: family(comesBack, (_, t) => (t === periods - 1 ? { upper: 0 } : {})),
    reducing: family(isCounted, () => ({ upper: 1, integer: true })),
  };
}

/** True if rules tie the reductions of different intervals. */
export const isTied = (item: PlacedDemandResponse): boolean => comesBack(item) || isCounted(item);

const comesBack = ({ recover_share }: PlacedDemandResponse): boolean => recover_share > 0;
const isCounted = ({ most_of_day }: PlacedDemandResponse): boolean => Number.isFinite(most_of_day);

export function addDemandResponse(
  milp: MilpBuilder,
  instance: Instance,
  x: Pick<Variables, 'renewable'> & DemandColumns,
): void {
  for (const [k, item] of instance.demandResponse.entries()) {
    if (comesBack(item)) addRecovery(milp, instance, x, k, item);
    if (isCounted(item)) addCount(milp, instance, x, k, item);
  }
}

function addRecovery(
  milp: MilpBuilder,
  { periods }: Instance,
  x: Pick<Variables, 'renewable' | 'owed'>,
  k: number,
  { reduction, recovery, recover_share: share, recover_within }: PlacedDemandResponse,
): void {
  for (let t = 0; t < periods; t++) {
    const owed: Term = [1, x.owed(k, t)];
    const before: Term[] = t > 0 ? [[-1, x.owed(k, t - 1)]] : [];
    const back: Term = [-1, x.renewable(recovery, t)];
    milp.row(equal(0, [owed, ...before, [-share, x.renewable(reduction, t)], back]));
    milp.row(atMost(0, [...before, back]));
    if (t < recover_within) continue;
    const recent = range(t - recover_within + 1, t + 1).map((i): Term => [-share, x.renewable(reduction, i)]);
    milp.row(atMost(0, [owed, ...recent]));
  }
}

function addCount(
  milp: MilpBuilder,
  { periods, case: { intervalsPerHour } }: Instance,
  x: Pick<Variables, 'renewable' | 'reducing'>,
  k: number,
  { reduction, shed_max_mw, most_of_day }: PlacedDemandResponse,
): void {
  const day = 24 * intervalsPerHour;
  for (let t = 0; t < periods; t++)
    milp.row(within(x.renewable(reduction, t), amountAt(shed_max_mw, t), x.reducing(k, t)));
  for (let from = 0; from < periods; from += day) {
    const hours = range(from, Math.min(periods, from + day));
    milp.row(
      atMost(
        most_of_day,
        hours.map((t) => [1, x.reducing(k, t)]),
      ),
    );
  }
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
