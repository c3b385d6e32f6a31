/**
 * `npm run bench -- kills`: 400 small jobs through 50 kills across all processes of a stack of its own: how many were
 * lost, done twice or not audited, and how long the service was away.
 */
import { jobsUnderKills } from '../support/jobs-under-kills.ts';
import { privateStack } from '../support/private-stack.ts';
import { random } from '../support/random.ts';
import { spread } from './quantile.ts';
import { writeFigures } from './write-figures.ts';

const running = await privateStack({ MAX_OPEN_JOBS: '1000' });
try {
  const storm = { jobs: 400, kills: 50, units: 12, random: random(2026) };
  const { kills, wallMs, isChainValid, ...counts } = await jobsUnderKills(running, storm);
  const recovery_ms = spread(kills.map(({ recoveryMs }) => recoveryMs));
  const figures = {
    kills: kills.length,
    ...counts,
    chain_valid: isChainValid,
    wall_s: wallMs / 1000,
    recovery_ms,
  };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  await writeFigures(figures);
} finally {
  await running.stop();
}
process.exit(0);
