/** Every process of the cluster is ended in order and started again, one after the other, while 100 jobs are open. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from '../../workers/local/cluster/start-cluster.ts';
import { judge } from '../support/cluster/judge.ts';
import { type PrivateCluster, privateCluster } from '../support/cluster/private-cluster.ts';
import { rolesOf } from '../support/cluster/standing.ts';
import { watchCalls } from '../support/cluster/watched-calls.ts';
import { createUsers, type Done } from '../support/cluster/work.ts';

const USERS = 20;
/** Each begins another job when one has ended. */
const JOBS_OF_EACH = 5;
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
    const lanes = users.flatMap((user) =>
      Array.from({ length: JOBS_OF_EACH }, async () => {
        do done.push(await user.do('solve', begun++));
        while (!isOver);
      }),
    );
    const working = Promise.all(lanes);
    // It is waited for at the end.
    working.catch(() => undefined);
    const pids = pidsOf(cluster);

    for (const { name, kind } of cluster.members) {
      // Nobody replaces a second one of a kind before the first is back.
      while (!(await rolesOf(cluster, kind))) await delay(LOOK_MS);
      await cluster.processes.restart(name);
    }
    await cluster.untilWhole();
    const doneMeanwhile = done.length;
    isOver = true;
    await working;

    const now = pidsOf(cluster);
    assert.ok(Object.entries(pids).every(([name, pid]) => now[name] !== pid));
    assert.ok(begun - doneMeanwhile >= USERS * JOBS_OF_EACH, 'so many were open to the last');
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
