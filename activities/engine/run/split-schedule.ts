/** A schedule of merged units as one of the single units, with the prices that it was dispatched at. */
import { MilpBuilder } from '../../milp/model.ts';
import type { Aggregation } from '../../uc/aggregation/aggregate-units.ts';
import { splitValues } from '../../uc/aggregation/split-values.ts';
import { addVariables } from '../../uc/formulation/variables.ts';
import type { Instance } from '../../uc/instance.ts';
import type { ReadFormulation, ReadModel } from '../result/result.ts';
import type { FoundSchedule, Search } from '../search/kernels/search-state.ts';

/** What a result is made of. */
export interface SplitSchedule {
  readonly formulation: ReadFormulation;
  readonly model: ReadModel;
  readonly outcome: FoundSchedule;
}

/** `on`: of the single units, shape [units][T]. */
export function splitSchedule(
  aggregation: Aggregation,
  instance: Instance,
  { formulation, model }: Search,
  outcome: FoundSchedule,
  on: readonly (readonly number[])[],
): SplitSchedule {
  const { primal, rowDual, objective } = outcome.dispatch;
  const columns = new MilpBuilder();
  const x = addVariables(columns, instance);
  const values = splitValues(aggregation, on, primal, formulation.x, x);
  const split = Float64Array.from(columns.columns.keys(), (column) => values.get(column) ?? 0);
  return {
    formulation: { ...formulation, x },
    model: {
      limits: model.limits,
      tangents: model.tangents,
      deliverables: model.deliverables,
      overflow: () => model.overflow(primal),
    },
    outcome: { ...outcome, dispatch: { outcome: 'optimal', objective, rowDual, primal: split } },
  };
}
