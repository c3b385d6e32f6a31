/**
 * Stands in for a solver that is not installed: `main.js VOICE BEHAVIOUR ARGS...`. It takes that solver's arguments,
 * solves the model with HiGHS and answers in that solver's words, or misbehaves as told.
 */
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { cbcVoice } from './cbc-voice.ts';
import { cplexVoice } from './cplex-voice.ts';
import { gurobiVoice } from './gurobi-voice.ts';
import type { Solved, Voice } from './voice.ts';

const VOICES: Readonly<Record<string, Voice>> = { cbc: cbcVoice, cplex: cplexVoice, gurobi: gurobiVoice };
const [name = '', behaviour = '', ...args] = process.argv.slice(2);
const voice = VOICES[name];
if (!voice) throw new Error(`no stand-in for ${name}`);
const task = voice.understand(args);

const model = readFileSync(task.modelFile, 'utf8');
const NONE: Omit<Solved, 'end'> = {
  integer: model.includes("'INTORG'"),
  objective: 0,
  bound: -1e6,
  nodes: 1,
  primal: new Float64Array(),
  rowDual: new Float64Array(),
};
/** All columns 0. */
const ZEROS = {
  ...NONE,
  primal: new Float64Array((model.match(/ COST /g) ?? []).length),
  rowDual: new Float64Array((model.match(/^ [EGL] R/gm) ?? []).length),
};

switch (behaviour) {
  case 'hang':
    process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);
    writeFileSync('hanging', '');
    setInterval(() => undefined, 1000);
    break;
  case 'improve':
    writeFileSync(voice.incumbentFile ?? 'none', voice.incumbentText?.(ZEROS.primal) ?? '');
    voice.answer({ ...ZEROS, integer: true, end: 'limit' });
    // Long enough to be seen on the way.
    setTimeout(() => undefined, 600);
    break;
  case 'crash':
    process.stdout.write('Segmentation fault is near\n');
    process.kill(process.pid, 'SIGSEGV');
    break;
  case 'unlicensed':
    process.stdout.write('Error 10009: No license found\n');
    process.exitCode = 1;
    break;
  case 'garbage':
    voice.answer({ ...ZEROS, end: 'optimal' });
    writeFileSync(voice.solutionFile, 'Lorem ipsum');
    break;
  case 'infeasible':
  case 'unbounded':
  case 'limit':
    voice.answer({ ...NONE, end: behaviour });
    break;
  case 'truncated':
    voice.answer({ ...ZEROS, end: 'optimal' });
    truncateSync(voice.solutionFile, Math.floor(readFileSync(voice.solutionFile).length * 0.6));
    break;
  case 'out of time':
    voice.answer({ ...ZEROS, end: 'limit' });
    break;
  default: {
    // Loaded only here: the rest shall be quick.
    const { solveMps } = await import('./solve-mps.ts');
    if (task.startFile) readFileSync(task.startFile);
    voice.answer(await solveMps(task));
  }
}
