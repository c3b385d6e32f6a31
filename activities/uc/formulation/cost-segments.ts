/**
 * Convex piecewise-linear production cost, with segments tied to the commitment (Knueven, Ostrowski,
 * Watson 2018 (46)-(48) without their start and stop terms):
 *
 *     p'[t] = sum_k s[k,t]       0 <= s[k,t] <= width_k u[t]
 */
import { atMost, type Column, equal, type MilpBuilder, type Term } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { Variables } from './variables.ts';

/** Returns the columns of the segments, shape [units][T][segments]; none for a single one, which is p' itself. */
export function addCostSegments(milp: MilpBuilder, { units, periods }: Instance, x: Variables): Column[][][] {
  return units.map(({ cost }, g) =>
    Array.from({ length: periods }, (_, t): Column[] => {
      const segments = cost[t]?.segments ?? [];
      if (segments.length < 2) return [];
      const parts = segments.map(({ width, slope }): Term => {
        const segment = milp.column({ cost: slope, upper: width });
        milp.row(
          atMost(0, [
            [1, segment],
            [-width, x.on(g, t)],
          ]),
        );
        return [-1, segment];
      });
      milp.row(equal(0, [[1, x.above(g, t)], ...parts]));
      return parts.map(([, segment]) => segment);
    }),
  );
}
