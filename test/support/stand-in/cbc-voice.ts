/** Writes output in the format of CBC. */
import type { Solved, Voice } from './voice.ts';

export const cbcVoice: Voice = {
  solutionFile: 'solution.bin',
  understand(args) {
    const after = (option: string): string | undefined =>
      args.includes(option) ? args[args.indexOf(option) + 1] : undefined;
    return {
      modelFile: args[0] ?? '',
      startFile: after('-mipstart'),
      timeLimitS: Number(after('-seconds')),
      mipGap: Number(after('-ratioGap') ?? 0),
    };
  },
  answer(solved) {
    const { objective, bound, nodes } = solved;
    const printed = [
      'Welcome to the CBC MILP Solver ',
      'Version: 2.10.8 ',
      `Cbc0010I After ${nodes} nodes, 1 on tree, ${objective} best solution, best possible ${bound} (0.5 seconds)`,
      `Lower bound:                    ${bound.toFixed(3)}`,
      `Enumerated nodes:               ${nodes}`,
      '',
    ].join('\n');
    return {
      printed,
      files: {
        'solution.txt': `${status(solved)} - objective value ${objective.toFixed(8)}\n`,
        'solution.bin': binary(solved),
      },
    };
  },
};

function status({ end, primal }: Solved): string {
  if (end === 'optimal') return 'Optimal';
  if (end === 'infeasible') return 'Infeasible';
  if (end === 'unbounded') return 'Unbounded';
  return primal.length > 0 ? 'Stopped on time' : 'Stopped on time (no integer solution - continuous used)';
}

/** Binary solution file: counts, objective, then activities, duals, values and reduced costs. */
function binary({ objective, primal, rowDual }: Solved): Buffer {
  const counts = Int32Array.of(rowDual.length, primal.length);
  const zeros = (of: Float64Array): Float64Array => new Float64Array(of.length);
  const floats = [Float64Array.of(objective), zeros(rowDual), rowDual, primal, zeros(primal)];
  return Buffer.concat([counts, ...floats].map(({ buffer }) => Buffer.from(buffer)));
}
