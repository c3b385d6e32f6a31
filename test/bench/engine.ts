/**
 * `node dist/test/bench/engine.js <uc|scuc|ed> FILE...`: CPU to proven gaps of 1, 0.5 and 0.1 %, for payloads in files.
 */
import { readFileSync } from 'node:fs';
import { solveCase } from '../../activities/engine/solve-case.ts';
import { canonicalSolveBody } from '../../api/canonical/solve-body.ts';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import { hardCase } from '../support/hard-case.ts';
import { solve } from '../support/solve.ts';

const [, , jobType = 'uc', mode = 'own', ...files] = process.argv;
const print = (figures: readonly unknown[]): boolean => process.stdout.write(`${figures.join(' ')}\n`);
const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
// Code is compiled as it turns out to be used: not what is measured.
await solve('uc', hardCase(30, 24, 3), { mipGap: 0.001, timeLimitS: 5 });
for (const file of files) {
  const payload = (
    canonicalSolveBody({ payload: JSON.parse(readFileSync(file, 'utf8')) }).body as { payload: SolvePayload }
  ).payload;
  const begin = cpu();
  const marks: Record<string, number> = {};
  const result = await solveCase(
    {
      jobType: jobType as 'uc',
      payload,
      solver: 'highs',
      timeLimitS: Number(process.env['CAP'] ?? 120),
      mipGap: 0.001,
    },
    new Int32Array(1),
    {
      onProgress: ({ mip_gap, incumbent, bound, phase }) => {
        if (process.env['V']) print([(cpu() - begin).toFixed(2), phase, incumbent, bound, mip_gap]);
        for (const gap of [0.01, 0.005, 0.001]) {
          if (mip_gap !== null && mip_gap <= gap) marks[gap] ??= +(cpu() - begin).toFixed(2);
        }
      },
      onIncumbent: () => undefined,
    },
  );
  print([
    file.split('/').at(-1),
    mode,
    result.termination_status,
    result.objective_value?.toFixed(1),
    result.lower_bound_usd?.toFixed(1),
    result.mip_gap?.toFixed(5),
    JSON.stringify(marks),
    'cpu',
    (cpu() - begin).toFixed(2),
    'rss',
    Math.round(process.resourceUsage().maxRSS / 1024),
  ]);
}
