/**
 * Code is compiled as it is used, that of WebAssembly above all: the first solve of a process costs several times the
 * next one. Solves of no use to anybody take that upon themselves.
 */
import type { Engine, EngineWatch } from '../base/engine.ts';
import { branchedDay, secureDay } from './warm-up-days.ts';

const LIMIT_S = 20;
/** Made when they are asked for: a solver that is not warmed up does without them. */
const DAYS = [
  { jobType: 'scuc', day: secureDay, mipGap: 0.005 },
  { jobType: 'uc', day: branchedDay, mipGap: 2e-4 },
] as const;

const UNWATCHED: EngineWatch = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
  onIncumbent: () => undefined,
};

/** Resolves with the seconds that it took. */
export async function warmUp(engine: Engine): Promise<number> {
  const began = performance.now();
  for (const { day, ...about } of DAYS) {
    await engine({ ...about, payload: day(), solver: 'highs', timeLimitS: LIMIT_S }, UNWATCHED);
  }
  return (performance.now() - began) / 1000;
}
