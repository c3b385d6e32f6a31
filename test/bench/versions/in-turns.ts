/**
 * Measures two versions of the engine on the same cases, in turns (older, current, older, current, ...), so that a slow
 * hour of the machine slows both: CPU seconds from payload to certificate, medians, and their ratio.
 */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spread } from '../../support/load.ts';
import { type BenchInstance, readInstance, shortName } from '../engine/instance.ts';
import type { Tell } from '../harness/benchmark.ts';

const PROGRAM = fileURLToPath(new URL('./main.js', import.meta.url));
const CURRENT = fileURLToPath(new URL('../../..', import.meta.url));
/** Time besides the solve, for reading, warming up and certifying. */
const PATIENCE_S = 120;

/** Compared parts of the answer of one version. */
export interface Solved {
  /** CPU of the process from the payload to the certificate, s. */
  readonly cpu_s: number;
  readonly status: string;
  readonly cost: number | null;
  readonly bound: number | null;
  readonly gap: number | null;
}

interface Turns {
  readonly names: readonly string[];
  /** Number of times that each version solves each case. */
  readonly runs: number;
  readonly capS: number;
  /** Folder of the payloads. */
  readonly folder: string;
}

/** `older`: compiled files of the other version. Resolves to the CPU ratio current / older of each case. */
export async function measureInTurns(
  older: string,
  { names, runs, capS, folder }: Turns,
  tell: Tell,
): Promise<number[]> {
  const ratios: number[] = [];
  for (const name of names) {
    const { jobType, payload }: BenchInstance = await readInstance(name);
    const file = join(folder, 'payload.json');
    await writeFile(file, JSON.stringify(payload));
    const solve = (dist: string): Solved => solveApart([dist, file, jobType, String(capS)], capS);
    const pairs = Array.from({ length: runs }, () => ({ older: solve(older), current: solve(CURRENT) }));
    const [before, now] = [pairs.map((pair) => pair.older), pairs.map((pair) => pair.current)];
    const ratio = cpuOf(now).median / cpuOf(before).median;
    ratios.push(ratio);
    tell(shortName(name), {
      older_cpu_s: cpuOf(before).median,
      current_cpu_s: cpuOf(now).median,
      ratio,
      // Ratio of the slowest to the fastest of equal runs; a ratio of versions within it is noise.
      noise: Math.max(
        ...[before, now].map((all) => cpuOf(all).max / Math.min(...all.map(({ cpu_s }) => cpu_s))),
      ),
      older: answerOf(before),
      current: answerOf(now),
    });
  }
  return ratios;
}

const cpuOf = (all: readonly Solved[]) => spread(all.map(({ cpu_s }) => cpu_s));

/** All runs of a version give the same answer, unless the time limit ended them. */
const answerOf = (all: readonly Solved[]) => ({
  cost: all[0]?.cost,
  gap: all[0]?.gap,
  status: all[0]?.status,
});

function solveApart(args: readonly string[], capS: number): Solved {
  const { stdout, status, signal } = spawnSync(process.execPath, [PROGRAM, ...args], {
    encoding: 'utf8',
    timeout: (capS + PATIENCE_S) * 1000,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${signal ?? status}`);
  return JSON.parse(stdout);
}
