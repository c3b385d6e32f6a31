/**
 * `npm run cluster -- bench`: `BENCH_JOBS` (1,000) solves, experiments, executions and chats of 20 users on a cluster of its
 * own, whose processes of every kind are killed and frozen `BENCH_HITS` (200) times meanwhile.
 */
import { random } from '../support/cases/random.ts';
import { hitInTurn } from '../support/cluster/hits.ts';
import { privateCluster } from '../support/cluster/private-cluster.ts';
import { storm } from '../support/cluster/storm.ts';
import { amount, benchmark } from './harness/benchmark.ts';
import { tellStorm } from './harness/tell-storm.ts';

const LIMIT_MIN = 90;
const hits = amount('HITS', 200);

await benchmark(privateCluster, async (running, tell) => {
  const tooLong = setTimeout(async () => {
    process.stderr.write(`the storm was not over after ${LIMIT_MIN} min\n`);
    await running.stop();
    process.exit(1);
  }, LIMIT_MIN * 60_000);
  const report = await storm(running, {
    ...{ users: 20, jobs: amount('JOBS', 1000), hits },
    hitInTurn: (onHit) =>
      hitInTurn(running.cluster, { count: hits, random: random(2026), pauseMs: [1000, 4000], onHit }),
  }).finally(() => clearTimeout(tooLong));
  tellStorm(report, tell);
  tell('frozen', report.hits.filter(({ how }) => how === 'SIGSTOP').length);
});
