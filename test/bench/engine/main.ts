/** A process that measures one strategy on one instance: `main.js INSTANCE engine|wasm|plain SECONDS`. */
import { modelSize } from '../../../activities/engine/run/dry-run.ts';
import type { Measured, Pair } from './figure.ts';
import { readInstance } from './instance.ts';
import { byEngine, byHighs, gapMarks } from './strategies.ts';
import { warmUpHere } from './warm-up-here.ts';

const STRATEGIES = { engine: byEngine, wasm: byEngine, plain: byHighs };
const MIP_GAP = 0.001;

async function measure(name: string, strategy: keyof Pair, timeLimitS: number): Promise<Measured> {
  const instance = await readInstance(name);
  await warmUpHere();
  const marks = gapMarks();
  const runs = { relaxations: 0, searches: 0 };
  const answer = await STRATEGIES[strategy](instance, { timeLimitS, mipGap: MIP_GAP }, { marks, runs });
  const cpu_s = marks.spentS();
  return {
    ...modelSize(instance.payload, instance.jobType),
    ...runs,
    marks: marks.marks,
    cpu_s,
    ...answer,
    peak_rss_mb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

const [, , instance = '', strategy, seconds] = process.argv;
process.stdout.write(JSON.stringify(await measure(instance, strategy as keyof Pair, Number(seconds))));
