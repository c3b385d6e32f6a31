/** An executable that stands in for a solver, in a folder of the test. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CannedAnswer, cannedAnswer } from './stand-in/canned-answer.ts';
import { type Executable, VOICES } from './stand-in/voices.ts';

export type Behaviour = 'solve' | 'hang' | 'crash' | 'unlicensed' | CannedAnswer;

/** Path of the executable. */
export function standInCommand(folder: string, solver: Executable, behaviour: Behaviour = 'solve'): string {
  const path = join(folder, `${solver} ${behaviour}`);
  writeFileSync(path, `#!/bin/sh\n${script(path, solver, behaviour)}\n`, { mode: 0o700 });
  return path;
}

function script(path: string, solver: Executable, behaviour: Behaviour): string {
  switch (behaviour) {
    case 'solve': {
      const main = new URL('./stand-in/main.js', import.meta.url).pathname;
      return `exec '${process.execPath}' '${main}' ${solver} "$@"`;
    }
    case 'hang':
      return 'trap "" INT TERM; while :; do sleep 1; done';
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
      // What is found on the way is there long enough to be seen.
      return `cp '${canned}'/* .; cat printed; ${behaviour === 'improve' ? 'sleep 0.6' : 'exit 0'}`;
    }
  }
}
