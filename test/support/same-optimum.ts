/** Compares the optimum of an imported pglib-uc instance with that of the model of the format, read from the file. */
import assert from 'node:assert/strict';
import { loadHighs } from '../../activities/solvers/highs-library.ts';
import { readPglibUc } from '../../api/import/pglib-uc.ts';
import { pglibCase } from './pglib-case.ts';
import { pglibModel } from './pglib-model.ts';
import { runSteps } from './run-steps.ts';
import { solve } from './solve.ts';

const SAME = 1e-6;
/** Without presolve, which loses the optimum of one of these models in sixty. */
const EXACT = { output_flag: false, presolve: 'off', mip_rel_gap: 0, mip_abs_gap: 1e-7 } as const;

/** Returns whether the instance of this seed has a schedule at all. */
export async function assertSameOptimum(seed: number): Promise<boolean> {
  const data = pglibCase(seed);
  const { payload, report } = runSteps(readPglibUc(data));
  const highs = await loadHighs();
  const reference = highs.solve(pglibModel(data), EXACT);
  const ours = await solve('uc', payload);
  if (reference.Status === 'Infeasible') {
    assert.equal(ours.termination_status, 'INFEASIBLE', `seed ${seed}`);
    return false;
  }
  assert.deepEqual([ours.termination_status, reference.Status], ['OPTIMAL', 'Optimal'], `seed ${seed}`);
  const difference = (ours.total_cost_usd ?? Number.NaN) - reference.ObjectiveValue;
  const slack = SAME * Math.abs(reference.ObjectiveValue);
  const mayCostLess = report.changed.some(({ code }) => code === 'second_start');
  assert.ok(
    difference <= slack && (mayCostLess || difference >= -slack),
    `seed ${seed}: ${difference} $ apart`,
  );
  return true;
}
