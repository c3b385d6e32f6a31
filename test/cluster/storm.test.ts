/** What the cluster promises: through kills and silences of every kind of process nothing is lost, twice or unanswered. */
import assert from 'node:assert/strict';
import { type PrivateCluster, privateCluster } from '../support/cluster/private-cluster.ts';
import { type StormReport, storm } from '../support/cluster/storm.ts';

const USERS = 20;
const JOBS = 100;
const HITS = 20;
const PROGRESS_MS = 30_000;

describe('a storm on the cluster', function () {
  this.timeout(900_000);
  let running: PrivateCluster | undefined;
  let report: StormReport;
  before(async () => {
    running = await privateCluster();
    report = await storm(running, { users: USERS, jobs: JOBS, hits: HITS, seed: 23, pauseMs: [1000, 4000] });
  });
  after(() => running?.stop());

  it(`ends ${JOBS} solves, experiments, executions and chats of ${USERS} users, each once, through ${HITS} hits`, () => {
    const { lost, twice, unaudited } = report.verdict;
    assert.equal(report.hits.length, HITS);
    assert.equal(report.done.length, JOBS + USERS);
    assert.deepEqual({ lost, twice, unaudited }, { lost: [], twice: [], unaudited: [] });
  });
  it('has every result verified, and the audit chain whole', () => {
    const { unverified, isChainValid, verified } = report.verdict;
    assert.deepEqual({ unverified, isChainValid }, { unverified: [], isChainValid: true });
    assert.ok(verified > JOBS);
  });
  it('refuses only with 429, 502 or 503 and Retry-After, and leaves nothing without an answer for ten seconds', () => {
    const { wrong, tooLate, answered } = report.calls;
    assert.ok(answered > 2 * JOBS);
    assert.deepEqual({ wrong, tooLate }, { wrong: [], tooLate: [] });
  });
  it(`goes on within ${PROGRESS_MS / 1000} s of a hit, in 95 of 100`, () => {
    const sorted = report.progressMs.toSorted((a, b) => a - b);
    assert.ok(sorted.length >= HITS - 1);
    const p95 = sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.POSITIVE_INFINITY;
    process.stdout.write(`    from a hit to progress: p95 ${p95} ms, most ${sorted.at(-1)} ms\n`);
    assert.ok(p95 <= PROGRESS_MS);
  });
});
