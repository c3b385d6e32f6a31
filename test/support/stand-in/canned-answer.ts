/** Answers that need no solver: to a model of two columns and a row, both columns 0 where there are values. */
import type { Answered, Solved, Voice } from './voice.ts';

export type CannedAnswer =
  | 'infeasible'
  | 'unbounded'
  /** Out of time without a solution. */
  | 'limit'
  | 'out of time'
  /** Out of time with a solution that was written on the way. */
  | 'improve'
  | 'garbage'
  | 'truncated';

const NONE: Omit<Solved, 'end'> = {
  integer: true,
  objective: 0,
  bound: -1e6,
  nodes: 1,
  primal: new Float64Array(),
  rowDual: new Float64Array(),
};
const ZEROS = { ...NONE, primal: new Float64Array(2), rowDual: new Float64Array(1) };

export function cannedAnswer(voice: Voice, behaviour: CannedAnswer): Answered {
  switch (behaviour) {
    case 'infeasible':
    case 'unbounded':
    case 'limit':
      return voice.answer({ ...NONE, end: behaviour });
    case 'out of time':
      return voice.answer({ ...ZEROS, end: 'limit' });
    case 'improve': {
      const { printed, files } = voice.answer({ ...ZEROS, end: 'limit' });
      const [file, text] = voice.incumbent?.(ZEROS.primal) ?? [];
      return { printed, files: { ...files, ...(file && { [file]: text ?? '' }) } };
    }
    case 'garbage':
      return withSolution(voice, () => 'Lorem ipsum');
    case 'truncated':
      return withSolution(voice, (content) => content.subarray(0, Math.floor(content.length * 0.6)));
  }
}

function withSolution(voice: Voice, change: (content: Buffer) => string | Buffer): Answered {
  const { printed, files } = voice.answer({ ...ZEROS, end: 'optimal' });
  const content = Buffer.from(files[voice.solutionFile] ?? '');
  return { printed, files: { ...files, [voice.solutionFile]: change(content) } };
}
