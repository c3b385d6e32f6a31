/**
 * HiGHS is WebAssembly, which is compiled as it is used: the first solve of a process costs several times the next one.
 * A solve of no use to anybody takes that upon itself; its compiled code serves every thread.
 */
import type { Engine } from './engine.ts';
import { warmUpCase } from './warm-up-case.ts';

const LIMIT_S = 20;
const MIP_GAP = 0.005;

/** Resolves with the seconds that it took. */
export async function warmUp(engine: Engine): Promise<number> {
  const began = performance.now();
  await engine(
    { jobType: 'scuc', payload: warmUpCase(), solver: 'highs', timeLimitS: LIMIT_S, mipGap: MIP_GAP },
    {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onIncumbent: () => undefined,
    },
  );
  return (performance.now() - began) / 1000;
}
