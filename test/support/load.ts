/** Repeats work with several clients, and measures its duration. */

/** Duration of a piece of work, ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

export interface Run {
  /** Duration of each piece of work, ms. */
  readonly times: readonly number[];
  readonly seconds: number;
}

/** Does `count` pieces of work, numbered from 0. A client takes the next one when it has finished its last. */
export async function load(
  { count, clients = 1 }: { readonly count: number; readonly clients?: number },
  work: (n: number, client: number) => Promise<unknown>,
): Promise<Run> {
  const times: number[] = [];
  let next = 0;
  const wholeMs = await timed(() =>
    Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let n = next++; n < count; n = next++) times.push(await timed(() => work(n, client)));
      }),
    ),
  );
  return { times, seconds: wholeMs / 1000 };
}

/** Order statistics of durations, ms. */
export interface Spread {
  readonly n: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (q: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? 0;
  return { n: sorted.length, median: at(0.5), p95: at(0.95), max: at(1) };
}

/** Rate and durations of several runs taken together. */
export function rate(...runs: readonly Run[]): { readonly per_s: number; readonly ms: Spread } {
  const times = runs.flatMap((run) => run.times);
  return { per_s: times.length / runs.reduce((sum, { seconds }) => sum + seconds, 0), ms: spread(times) };
}

/** CPU time of this process so far, s. */
export function cpuS(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
