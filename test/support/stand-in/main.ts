/**
 * Stand-in for a solver that is not installed: `main.js SOLVER ARGS...` accepts the arguments of that solver, solves
 * the model with HiGHS, and answers in the formats of that solver.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadHighs } from '../../../activities/solvers/highs/web-assembly.ts';
import type { Solved, Task } from './voice.ts';
import { VOICES } from './voices.ts';

/** Solves an MPS file with HiGHS, in place of the solver. */
async function solveMps({ modelFile, timeLimitS, mipGap }: Task): Promise<Solved> {
  const data = readFileSync(modelFile, 'utf8');
  const highs = await loadHighs();
  const model = highs.createModel({ format: 'mps', data });
  model.options.set({ output_flag: false, time_limit: timeLimitS, mip_rel_gap: mipGap });
  model.run();
  const { optimal, infeasible, unbounded } = highs.constants.modelStatus;
  const ends = new Map<number, Solved['end']>([
    [optimal, 'optimal'],
    [infeasible, 'infeasible'],
    [unbounded, 'unbounded'],
  ]);
  const { colValue, rowDual } = model.getSolution();
  const integer = data.includes("'INTORG'");
  return {
    integer,
    end: ends.get(model.getModelStatus()) ?? 'limit',
    objective: model.getObjectiveValue(),
    bound: integer ? Number(model.info.get('mip_dual_bound')) : model.getObjectiveValue(),
    nodes: integer ? Number(model.info.get('mip_node_count')) : 0,
    primal: colValue,
    rowDual,
  };
}

const [name = '', ...args] = process.argv.slice(2);
const voice = Object.entries(VOICES).find(([solver]) => solver === name)?.[1];
if (!voice) throw new Error(`no stand-in for ${name}`);
const task = voice.understand(args);
// Reads the start file to ensure that it exists, though HiGHS does not need it.
if (task.startFile) readFileSync(task.startFile);
const { printed, files } = voice.answer(await solveMps(task));
for (const [file, content] of Object.entries(files)) writeFileSync(file, content);
process.stdout.write(printed);
