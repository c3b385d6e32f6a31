/**
 * Stands in for a solver that is not installed: `main.js SOLVER ARGS...` takes that solver's arguments, solves the
 * model with HiGHS and answers in that solver's words and files.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { solveMps } from './solve-mps.ts';
import { VOICES } from './voices.ts';

const [name = '', ...args] = process.argv.slice(2);
const voice = Object.entries(VOICES).find(([solver]) => solver === name)?.[1];
if (!voice) throw new Error(`no stand-in for ${name}`);
const task = voice.understand(args);
// A start must be there; HiGHS needs none.
if (task.startFile) readFileSync(task.startFile);
const { printed, files } = voice.answer(await solveMps(task));
for (const [file, content] of Object.entries(files)) writeFileSync(file, content);
process.stdout.write(printed);
