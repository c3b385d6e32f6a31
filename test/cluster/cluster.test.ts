/**
 * Guarantees of the cluster, checked on one cluster: while every process is stopped and restarted, and while processes
 * of every kind are killed or frozen, no work is lost, done twice or left without an answer.
 */
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { random } from '../support/cases/random.ts';
import { hitInTurn } from '../support/cluster/hits.ts';
import { withOpenJobs } from '../support/cluster/open-jobs.ts';
import { type PrivateCluster, privateCluster } from '../support/cluster/private-cluster.ts';
import { rolesOf } from '../support/cluster/standing.ts';
import { type StormReport, storm } from '../support/cluster/storm.ts';
import type { Done } from '../support/cluster/work.ts';
import { spread } from '../support/load.ts';
import type { Cluster } from './start-cluster.ts';

/** The cluster has fifteen processes: with more users on few processors the test would measure the machine. */
const USERS = 5 * Math.min(4, availableParallelism());
const OPEN = 100;
const JOBS = 100;
const HITS = 20;
const PROGRESS_MS = 30_000;
const LOOK_MS = 100;

describe('the cluster', function () {
  this.timeout(900_000);
  let running: PrivateCluster;
  before(async () => {
    running = await privateCluster();
  });
  after(() => running?.stop());
  const earlier: Done[] = [];

  describe('in a rolling restart', () => {
    let report: Awaited<ReturnType<typeof withOpenJobs>>;

    it(`replaces every process while ${OPEN} jobs are open`, async () => {
      const { cluster } = running;
      const before = pidsOf(cluster);
      report = await withOpenJobs(
        { ...running, stack: cluster.stack },
        { users: USERS, openOfEach: OPEN / USERS },
        () => restartInTurn(cluster),
      );
      earlier.push(...report.done);
      const after = pidsOf(cluster);
      for (const [name, pid] of Object.entries(before)) assert.notEqual(after[name], pid, name);
      const { openToTheLast: open } = report;
      assert.ok(open >= 0.8 * OPEN, `only ${open} jobs were open to the last`);
    });
    keepsItsPromises(() => report);
  });

  describe('in a storm', () => {
    let report: StormReport;

    it(`ends ${JOBS} solves, experiments, executions and chats of ${USERS} users through ${HITS} hits`, async () => {
      report = await storm(running, {
        ...{ users: USERS, jobs: JOBS, hits: HITS, earlier },
        hitInTurn: (onHit) =>
          hitInTurn(running.cluster, { count: HITS, random: random(23), pauseMs: [1000, 3000], onHit }),
      });
      assert.equal(report.hits.length, HITS);
      assert.equal(report.done.length, JOBS + USERS);
    });
    keepsItsPromises(() => report);
    it(`goes on within ${PROGRESS_MS / 1000} s of a hit, in 95 of 100`, () => {
      const { n, p95, max } = spread(report.progressMs);
      process.stdout.write(`    from a hit to progress: p95 ${p95} ms, most ${max} ms\n`);
      assert.ok(n >= HITS - 1);
      assert.ok(p95 <= PROGRESS_MS);
    });
  });
});

function keepsItsPromises(reportOf: () => Pick<StormReport, 'done' | 'calls' | 'verdict'>): void {
  it('loses nothing, ends all of it once, and audits all of it', () => {
    const { lost, twice, unaudited } = reportOf().verdict;
    assert.deepEqual({ lost, twice, unaudited }, { lost: [], twice: [], unaudited: [] });
  });
  it('has every result verified, and the audit chain whole', () => {
    const { done, verdict } = reportOf();
    const { unverified, isChainValid, verified } = verdict;
    assert.deepEqual({ unverified, isChainValid }, { unverified: [], isChainValid: true });
    assert.ok(verified >= done.filter(({ work }) => work === 'solve').length);
  });
  it('refuses only with 429, 502 or 503 and Retry-After, and leaves nothing without an answer for ten seconds', () => {
    const { done, calls } = reportOf();
    const { wrong, tooLate, answered, refused, cut } = calls;
    process.stdout.write(
      `    ${done.length} ended, refused ${JSON.stringify(refused)}, ${cut} connections cut\n`,
    );
    assert.ok(answered > 2 * done.length);
    assert.deepEqual({ wrong, tooLate }, { wrong: [], tooLate: [] });
  });
}

/** Restarts every process; the next one of a kind stops only once the previous one is back. */
async function restartInTurn(cluster: Cluster): Promise<void> {
  for (const { name, kind } of cluster.members) {
    while (!(await rolesOf(cluster, kind))) await delay(LOOK_MS);
    await cluster.processes.restart(name);
  }
  await cluster.untilWhole();
}

const pidsOf = ({ stack }: Cluster): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(stack.processes).map(([name, { pid }]) => [name, pid]));
