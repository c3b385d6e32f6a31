/**
 * Simulates users who each keep several jobs open: a user follows the oldest job, and submits another for each that has
 * ended.
 */
import type { Client } from '../../../api/client/client.ts';
import { followJob, type SolveBody, submitJob, untilOver } from '../../../api/client/runs.ts';
import { hardCase } from '../cases/hard-case.ts';
import { judge } from './judge.ts';
import type { StormReport } from './storm.ts';
import { watchCalls } from './watched-calls.ts';
import { type AnyStack, createUsers, type Done, patience } from './work.ts';

/** Number of units with which each of these cases has a schedule. */
const UNITS = 20;
/** Time limit of a job, s; enough for a solver that has just started on a busy machine. */
const LIMIT_S = 60;
/** Gap with which a job ends in less than a second. */
const GAP = 0.01;

interface OpenJobs {
  readonly users: number;
  readonly openOfEach: number;
}

/** Runs `meanwhile` while the jobs are open: it begins when all are open, and submissions stop when it has ended. */
export async function withOpenJobs(
  running: AnyStack,
  { users: count, openOfEach }: OpenJobs,
  meanwhile: () => Promise<void>,
): Promise<Pick<StormReport, 'done' | 'calls' | 'verdict'> & { readonly openToTheLast: number }> {
  const calls = watchCalls();
  const users = await createUsers(running, count, calls);
  const ended: Done[] = [];
  let submitted = 0;
  let isOver = false;
  const submit = (client: Client) => {
    const payload = {
      ...hardCase(UNITS, 24, submitted++),
      options: { mip_gap: GAP },
    } as SolveBody['payload'];
    return submitJob(client, 'uc', { scenario_id: `job-${submitted}`, payload, timeout: LIMIT_S });
  };
  const opened = users.map(async ({ client }) => {
    const ids: string[] = [];
    for (let n = 0; n < openOfEach; n++) ids.push(await submit(client));
    return ids;
  });
  const working = users.map(async ({ client }, n) => {
    const open = (await opened[n]) ?? [];
    for (let id = open.shift(); id !== undefined; id = open.shift()) {
      const { status } = await untilOver(followJob(client, id, patience));
      ended.push({ work: 'solve', id, status });
      if (!isOver) open.push(await submit(client));
    }
  });
  const worked = Promise.all(working);
  // Errors are ignored here, because the promise is awaited at the end.
  worked.catch(() => undefined);
  await Promise.all(opened);
  await meanwhile();
  const openToTheLast = submitted - ended.length;
  isOver = true;
  await worked;
  const { verdict } = await judge(running, ended);
  return { done: ended, calls: calls.seen, verdict, openToTheLast };
}
