/** Writes an executable that stands in for a solver, in a folder of the test. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answered, UNSOLVED, type Voice } from './voice.ts';
import { type Executable, VOICES } from './voices.ts';

/** Behaviour of the stand-in. `hang`: it writes a file, with its own name and ` hangs`, when it has begun. */
export type Behaviour = 'solve' | 'hang' | 'crash' | 'unlicensed' | CannedAnswer;

/** Writes the executable; returns its path. */
export function standInCommand(folder: string, solver: Executable, behaviour: Behaviour = 'solve'): string {
  const path = join(folder, `${solver} ${behaviour}`);
  writeFileSync(path, `#!/bin/sh\n${script(path, solver, behaviour)}\n`, { mode: 0o700 });
  return path;
}

function script(path: string, solver: Executable, behaviour: Behaviour): string {
  switch (behaviour) {
    case 'solve': {
      const main = new URL('./main.js', import.meta.url).pathname;
      return `exec '${process.execPath}' '${main}' ${solver} "$@"`;
    }
    case 'hang':
      return `trap "" INT TERM; touch '${path} hangs'; while :; do sleep 1; done`;
    case 'crash':
      return 'echo Segmentation fault is near; kill -SEGV $$';
    case 'unlicensed':
      return 'echo "Error 10009: No license found in /opt/solver/license.lic"; exit 1';
    default: {
      const { printed, files } = cannedAnswer(VOICES[solver], behaviour);
      const canned = `${path} files`;
      mkdirSync(canned, { recursive: true });
      for (const [file, content] of Object.entries({ ...files, printed })) {
        writeFileSync(join(canned, file), content);
      }
      const wait = `until [ -e '${path} was seen' ]; do sleep 0.02; done`;
      return `cp '${canned}'/* .; cat printed; ${behaviour === 'improve' ? wait : 'exit 0'}`;
    }
  }
}

/** Fixed answers that need no solver, for a model of two columns and a row; both columns are 0. */
type CannedAnswer =
  | 'infeasible'
  | 'unbounded'
  /** The time limit is reached, and there is no solution. */
  | 'limit'
  | 'out of time'
  /**
   * The time limit is reached after a solution was written; ends once a file with its own name and ` was seen` exists.
   */
  | 'improve'
  | 'garbage'
  | 'truncated';

const ZEROS = { ...UNSOLVED, primal: new Float64Array(2), rowDual: new Float64Array(1) };

function cannedAnswer(voice: Voice, behaviour: CannedAnswer): Answered {
  switch (behaviour) {
    case 'infeasible':
    case 'unbounded':
    case 'limit':
      return voice.answer({ ...UNSOLVED, end: behaviour });
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
