/** Rows, columns and integer variables of the model of a payload, before flow limits are added. */
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { JobType } from '../../temporal/solvers.ts';
import { formulate } from '../uc/formulation/index.ts';
import { toInstance } from '../uc/instance.ts';
import { networkOf } from './case.ts';

export interface ModelSize {
  readonly rows: number;
  readonly columns: number;
  readonly integers: number;
}

export function modelSize(payload: SolvePayload, jobType: JobType): ModelSize {
  const { milp } = formulate(toInstance(payload, jobType, networkOf(payload, jobType).network));
  return {
    rows: milp.rows.length,
    columns: milp.columns.length,
    integers: milp.columns.filter(({ integer }) => integer).length,
  };
}
