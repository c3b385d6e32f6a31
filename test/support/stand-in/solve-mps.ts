/** Solves an MPS file with HiGHS: the mathematics of the stand-in. */
import { readFileSync } from 'node:fs';
import { loadHighs } from '../../../activities/solvers/highs-library.ts';
import type { Solved, Task } from './voice.ts';

export async function solveMps({ modelFile, timeLimitS, mipGap }: Task): Promise<Solved> {
  const data = readFileSync(modelFile, 'utf8');
  const highs = await loadHighs();
  const model = highs.createModel({ format: 'mps', data });
  model.options.set({ output_flag: false, time_limit: timeLimitS, mip_rel_gap: mipGap });
  model.run();
  const { optimal, infeasible, unbounded } = highs.constants.modelStatus;
  const status = model.getModelStatus();
  const { colValue, rowDual } = model.getSolution();
  const integer = data.includes("'INTORG'");
  return {
    integer,
    end:
      status === optimal
        ? 'optimal'
        : status === infeasible
          ? 'infeasible'
          : status === unbounded
            ? 'unbounded'
            : 'limit',
    objective: model.getObjectiveValue(),
    bound: integer ? Number(model.info.get('mip_dual_bound')) : model.getObjectiveValue(),
    nodes: integer ? Number(model.info.get('mip_node_count')) : 0,
    primal: colValue,
    rowDual,
  };
}
