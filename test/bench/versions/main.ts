/**
 * A process that solves a payload with the engine of any version: `main.js DIST PAYLOAD TYPE SECONDS`, where DIST has
 * the compiled files of that version and PAYLOAD is a JSON file. It uses only two modules of the other version, whose
 * names and arguments have been the same since 24f23cf6.
 */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { JobType } from '../../../temporal/solvers.ts';
import { UNTOLD } from '../../support/engine/request.ts';
import { cpuS } from '../../support/load.ts';
import type { Solved } from './in-turns.ts';

type Solving = typeof import('../../../activities/engine/run/solve-request.ts');
type Warming = typeof import('../../../activities/engine/run/warm-up.ts');

/** Gap to which each version solves. */
const MIP_GAP = 0.001;

const [, , dist = '', file = '', jobType, seconds] = process.argv;
const addressOf = (module: string): string => pathToFileURL(`${dist}/activities/engine/run/${module}`).href;
const { solveRequest }: Solving = await import(addressOf('solve-request.js'));
const { warmUp }: Warming = await import(addressOf('warm-up.js'));

const stop = new Int32Array(1);
const payload = JSON.parse(await readFile(file, 'utf8'));
await warmUp((request) => solveRequest(request, stop, UNTOLD));
const begin = cpuS();
const result = await solveRequest(
  {
    // The caller passes the type in the name of an instance.
    jobType: jobType as JobType,
    payload,
    solver: 'highs',
    timeLimitS: Number(seconds),
    mipGap: MIP_GAP,
  },
  stop,
  UNTOLD,
);
const solved: Solved = {
  cpu_s: cpuS() - begin,
  status: result.termination_status,
  cost: result.objective_value,
  bound: result.lower_bound_usd ?? null,
  gap: result.mip_gap,
};
process.stdout.write(JSON.stringify(solved));
