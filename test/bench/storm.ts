/**
 * `npm run cluster -- bench`: 1,000 solves, experiments, executions and chats of 20 users on a cluster of its own, whose
 * processes of every kind are killed and frozen 200 times meanwhile. `BENCH_JOBS` and `BENCH_HITS` make it smaller.
 */
import { privateCluster } from '../support/cluster/private-cluster.ts';
import { storm } from '../support/cluster/storm.ts';
import { spread, writeFigures } from './figures.ts';

const LIMIT_MIN = 90;
const { BENCH_JOBS = '1000', BENCH_HITS = '200' } = process.env;

const running = await privateCluster();
const tooLong = setTimeout(async () => {
  process.stderr.write(`the storm was not over after ${LIMIT_MIN} min\n`);
  await running.stop();
  process.exit(1);
}, LIMIT_MIN * 60_000);
try {
  const { hits, done, calls, verdict, progressMs, wallMs } = await storm(running, {
    ...{ users: 20, jobs: Number(BENCH_JOBS), hits: Number(BENCH_HITS), seed: 2026, pauseMs: [1000, 4000] },
  });
  const figures = {
    accepted: done.length,
    solves_verified: verdict.verified,
    lost: verdict.lost.length,
    twice: verdict.twice.length,
    unverified: verdict.unverified.length,
    unaudited: verdict.unaudited.length,
    chain_valid: verdict.isChainValid,
    hits: hits.length,
    frozen: hits.filter(({ how }) => how === 'SIGSTOP').length,
    hit_to_progress_ms: spread(progressMs),
    ...{ answers: calls.answered, refused: calls.refused, connections_cut: calls.cut },
    ...{ wrong_refusals: calls.wrong, without_answer_after_10_s: calls.tooLate },
    ...{ slowest_answer_ms: Math.round(calls.slowestMs), wall_s: Math.round(wallMs / 1000) },
  };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  await writeFigures(figures);
} finally {
  clearTimeout(tooLong);
  await running.stop();
}
process.exit(0);
