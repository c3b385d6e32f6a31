/**
 * A process of its own: a small solve, a large one and a small one by one engine. Prints the memory of the process
 * after the first, at most, and after the last, as JSON, bytes.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createEngine } from '../../../../activities/engine/run/create-engine.ts';
import type { SolvePayload } from '../../../../temporal/case/messages/payload.ts';
import { hardCase } from '../../../support/cases/hard-case.ts';
import { payload } from '../../../support/cases/payloads.ts';

export interface MemorySeen {
  readonly before: number;
  readonly most: number;
  readonly after: number;
}

const engine = createEngine({ heapMb: 2048 });
const watch = { signal: new AbortController().signal, onProgress() {}, onIncumbent() {} };
const solve = (day: SolvePayload, mipGap = 0) =>
  engine({ jobType: 'uc', payload: day, solver: 'highs', timeLimitS: 6, mipGap }, watch);
const { rss } = process.memoryUsage;

await solve(hardCase(20, 24), 0.01);
const before = rss();
let most = before;
const watching = setInterval(() => {
  most = Math.max(most, rss());
}, 50);
await solve(hardCase(200, 96));
clearInterval(watching);
await solve(payload());
// Threads end beside their caller.
await delay(1000);
process.stdout.write(JSON.stringify({ before, most, after: rss() } satisfies MemorySeen));
process.exit(0);
