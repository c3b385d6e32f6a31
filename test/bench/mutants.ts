/**
 * `npm run bench -- mutants`: share of small faults in a room that its tests find, for all rooms or those that
 * `BENCH_ROOMS` names. StrykerJS builds all mutants into one copy of the project and runs, for each mutant of a sample,
 * the tests that reach it. The sample is the same in every run.
 */
import { readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { amount, benchmark, thisProcess } from './harness/benchmark.ts';
import { ROOMS, type Room } from './mutants/rooms.ts';
import { OUTSIDE } from './mutants/sample.ts';

type Options = ConstructorParameters<typeof Stryker>[0];
type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = '.data/mutants';
/** Folder per process, so that two runs can go on side by side. */
const SANDBOXES = join(FOLDER, `sandboxes-${process.pid}`);
const mutantsFile = (file: string) => fileURLToPath(new URL(`./mutants/${file}`, import.meta.url));
/** Compiles without type checks, which mutants break; a sandbox has no packages while it is built. */
const COMPILE = `${process.execPath} ${join(ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc')} --noCheck`;

/** A mutant counts as endless if it takes this much longer than its tests take without it (a multiple, plus ms). */
const ENDLESS = { timeoutMS: 60_000, timeoutFactor: 4 };

async function optionsFor(name: string, { tests, share, coverage }: Room): Promise<Options> {
  return {
    mutate: [`${name}/**/*.ts`],
    plugins: [mutantsFile('runner.js'), mutantsFile('sample.js')],
    checkers: ['sample'],
    sample: amount('SHARE', share),
    testRunner: 'room',
    roomTests: await compiled(tests),
    coverageAnalysis: coverage,
    buildCommand: COMPILE,
    disableTypeChecks: false,
    ignorePatterns: ['.data', 'dist/web'],
    tempDirName: SANDBOXES,
    concurrency: amount('CONCURRENCY', availableParallelism()),
    ...ENDLESS,
    reporters: ['html', 'progress-append-only'],
    htmlReporter: { fileName: join(FOLDER, `${name.replaceAll('/', '-')}.html`) },
    warnings: false,
    allowConsoleColors: false,
  };
}

async function compiled(tests: readonly string[]): Promise<string[]> {
  const files = (await readdir(join(ROOT, 'dist', 'test'), { recursive: true })).sort();
  return tests.flatMap((test) =>
    files
      .filter((file) => file.startsWith(test) && file.endsWith('.test.js'))
      .map((file) => join('dist', 'test', file)),
  );
}

function summary({ fileName, location, mutatorName, replacement, status }: Mutant) {
  const { line, column } = location.start;
  const place = `${relative(ROOT, fileName)}:${line}:${column}`;
  return { place, mutator: mutatorName, replacement, status };
}

async function measure(name: string, room: Room) {
  const began = performance.now();
  const all = await new Stryker(await optionsFor(name, room)).runMutationTest();
  const mutants = all.filter(({ statusReason }) => statusReason !== OUTSIDE);
  const count = (...kinds: readonly string[]) =>
    mutants.filter(({ status }) => kinds.includes(status)).length;
  return {
    mutants: all.length,
    sample: mutants.length,
    killed: count('Killed', 'RuntimeError'),
    endless: count('Timeout'),
    survived: count('Survived'),
    uncovered: count('NoCoverage'),
    seconds: Math.round((performance.now() - began) / 1000),
    left: mutants.filter(({ status }) => ['Survived', 'NoCoverage'].includes(status)).map(summary),
  };
}

const roomNames = process.env['BENCH_ROOMS']?.split(',') ?? Object.keys(ROOMS);
await benchmark(thisProcess, async (_, tell) => {
  try {
    for (const name of roomNames) {
      const room = ROOMS[name];
      if (!room) throw new Error(`there is no room ${name}: ${Object.keys(ROOMS).join(', ')}`);
      const { left: survivors, ...figure } = await measure(name, room);
      tell(name, figure);
      for (const { place, status, mutator, replacement } of survivors)
        tell(`${status} ${place}`, `${mutator} ${replacement.replaceAll(/\s+/g, ' ').slice(0, 80)}`);
    }
  } finally {
    await rm(join(ROOT, SANDBOXES), { recursive: true, force: true });
  }
});
