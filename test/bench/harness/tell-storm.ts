/** Report of a storm as rows of a table. */
import type { StormReport } from '../../support/cluster/storm.ts';
import { spread } from '../../support/load.ts';
import type { Tell } from './benchmark.ts';

export function tellStorm({ done, verdict, calls, progressMs, wallMs, hits }: StormReport, tell: Tell): void {
  tell('accepted', { accepted: done.length, solves_verified: verdict.verified, wall_s: wallMs / 1000 });
  tell('of these', {
    lost: verdict.lost.length,
    twice: verdict.twice.length,
    unverified: verdict.unverified.length,
    unaudited: verdict.unaudited.length,
    chain_valid: verdict.isChainValid,
  });
  tell('hits', hits.length);
  tell('from a hit to progress, ms', spread(progressMs));
  tell('answers', { ...calls, wrong: calls.wrong.length, tooLate: calls.tooLate.length });
  for (const refusal of [...calls.wrong, ...calls.tooLate]) process.stdout.write(`  ${refusal}\n`);
}
