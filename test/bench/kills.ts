/**
 * `npm run bench -- kills`: `BENCH_JOBS` (400) small jobs through `BENCH_HITS` (50) kills across all processes of a
 * stack of its own, each amid submissions: number of jobs lost, done twice or not audited, and the time to recovery.
 */
import { random } from '../support/cases/random.ts';
import { storm } from '../support/cluster/storm.ts';
import { spread } from '../support/load.ts';
import { killInTurn } from '../support/stack/kill-in-turn.ts';
import { privateStack } from '../support/stack/private-stack.ts';
import { processOf } from '../support/stack/running-stack.ts';
import { solverRuns } from '../support/stack/solver-log.ts';
import { amount, benchmark } from './harness/benchmark.ts';
import { tellStorm } from './harness/tell-storm.ts';

const USERS = 20;
const UNITS = 12;

await benchmark(
  () => privateStack({ MAX_OPEN_JOBS: '1000' }),
  async (running, tell) => {
    const r = random(2026);
    const hits = amount('HITS', 50);
    const report = await storm(running, {
      ...{ users: USERS, jobs: amount('JOBS', 400), units: UNITS, kindOf: () => 'solve', hits },
      hitInTurn(onHit) {
        let hitCount = 0;
        const pause = () => {
          onHit(hitCount++);
          return r.integer(100, 1300);
        };
        return killInTurn(running, { count: hits, pause, isOn: () => true });
      },
    });
    tellStorm(report, tell);
    const ids = new Set(report.done.map(({ id }) => id));
    const { saved } = await solverRuns(processOf(running.stack, 'solver').log, ids);
    tell('solved twice', [...saved.values()].filter((times) => times > 1).length);
    tell('recovery, ms', spread(report.hits.map(({ recoveryMs }) => recoveryMs)));
  },
);
