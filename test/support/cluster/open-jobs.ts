/** Users who have several jobs open each, follow the oldest, and submit another for each that has ended. */
import type { Client } from '../../../api/client/client.ts';
import { followJob, type SolveBody, submitJob, untilOver } from '../../../api/client/runs.ts';
import { hardCase } from '../cases/hard-case.ts';
import { judge } from './judge.ts';
import type { StormReport } from './storm.ts';
import { watchCalls } from './watched-calls.ts';
import { type AnyStack, createUsers, type Done, patience } from './work.ts';

/** Every one of these cases has a schedule. */
const UNITS = 20;
/** Enough for a solver that has just started on a busy machine, s. */
const LIMIT_S = 60;
/** At which a job ends in less than a second. */
const GAP = 0.01;

interface OpenJobs {
  readonly users: number;
  readonly openOfEach: number;
}

/** `meanwhile` begins when all are open; when it has ended no more are submitted. */
export async function withOpenJobs(
  running: AnyStack,
  { users: count, openOfEach }: OpenJobs,
  meanwhile: () => Promise<void>,
): Promise<Pick<StormReport, 'done' | 'calls' | 'verdict'> & { readonly openToTheLast: number }> {
  const calls = watchCalls();
  const users = await createUsers(running, count, calls);
  const done: Done[] = [];
  let begun = 0;
  let isOver = false;
  const submit = (client: Client) => {
    const payload = { ...hardCase(UNITS, 24, begun++), options: { mip_gap: GAP } } as SolveBody['payload'];
    return submitJob(client, 'uc', { scenario_id: `job-${begun}`, payload, timeout: LIMIT_S });
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
      done.push({ work: 'solve', id, status });
      if (!isOver) open.push(await submit(client));
    }
  });
  const worked = Promise.all(working);
  // It is waited for at the end.
  worked.catch(() => undefined);
  await Promise.all(opened);
  await meanwhile();
  const openToTheLast = begun - done.length;
  isOver = true;
  await worked;
  const { verdict } = await judge(running, done);
  return { done, calls: calls.seen, verdict, openToTheLast };
}
