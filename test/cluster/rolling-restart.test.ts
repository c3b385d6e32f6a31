/** Every process of the cluster is ended in order and started again, one after the other, while 100 jobs are open. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../api/client/client.ts';
import { followJob, type SolveBody, submitJob, untilOver } from '../../api/client/runs.ts';
import type { Cluster } from '../../workers/local/cluster/start-cluster.ts';
import { hardCase } from '../support/cases/hard-case.ts';
import { judge } from '../support/cluster/judge.ts';
import { type PrivateCluster, privateCluster } from '../support/cluster/private-cluster.ts';
import { rolesOf } from '../support/cluster/standing.ts';
import { watchCalls } from '../support/cluster/watched-calls.ts';
import { createUsers, type Done, patience } from '../support/cluster/work.ts';

const USERS = 20;
const JOBS_OF_EACH = 5;
/** Time limit of a job: enough for a solver that has just started on a busy machine. */
const LIMIT_S = 60;
/** Relative gap at which a job ends in less than a second. */
const GAP = 0.01;
const LOOK_MS = 100;

describe('a rolling restart of the cluster', function () {
  this.timeout(900_000);
  let running: PrivateCluster | undefined;
  after(() => running?.stop());

  it('loses no job, ends none twice, and refuses nothing that a retry does not mend', async () => {
    running = await privateCluster();
    const { cluster, admin } = running;
    const calls = watchCalls();
    const users = await createUsers({ stack: cluster.stack, admin }, USERS, calls);
    const done: Done[] = [];
    let begun = 0;
    let isOver = false;
    const submit = (client: Client) => {
      const payload = { ...hardCase(20, 24, begun++), options: { mip_gap: GAP } } as SolveBody['payload'];
      return submitJob(client, 'uc', { scenario_id: `job-${begun}`, payload, timeout: LIMIT_S });
    };
    const opened = users.map(async ({ client }) => {
      const ids: string[] = [];
      for (let n = 0; n < JOBS_OF_EACH; n++) ids.push(await submit(client));
      return ids;
    });
    const working = users.map(async ({ client }, n) => {
      const open = (await opened[n]) ?? [];
      // Another one for each that has ended.
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
    const before = pidsOf(cluster);

    for (const { name, kind } of cluster.members) {
      // Nobody replaces a second one of a kind before the first is back.
      while (!(await rolesOf(cluster, kind))) await delay(LOOK_MS);
      await cluster.processes.restart(name);
    }
    await cluster.untilWhole();
    const open = begun - done.length;
    isOver = true;
    await worked;

    assert.ok(open >= USERS * (JOBS_OF_EACH - 1), `only ${open} jobs were open to the last`);
    const after = pidsOf(cluster);
    for (const [name, pid] of Object.entries(before)) assert.notEqual(after[name], pid, name);
    const { verified, isChainValid, ...wrong } = (await judge(running, done)).verdict;
    assert.deepEqual(wrong, { lost: [], twice: [], unverified: [], unaudited: [] });
    assert.deepEqual([isChainValid, verified], [true, done.length]);
    const { wrong: refusals, tooLate, refused, cut } = calls.seen;
    assert.deepEqual({ refusals, tooLate }, { refusals: [], tooLate: [] });
    process.stdout.write(
      `    ${cluster.members.length} processes, ${done.length} jobs, refused ${JSON.stringify(refused)}, ${cut} connections cut\n`,
    );
  });
});

const pidsOf = ({ stack }: Cluster): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(stack.processes).map(([name, { pid }]) => [name, pid]));
