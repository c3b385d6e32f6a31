/** Writes the figures of a bench with the machine they were measured on to the path in BENCH_FILE, if there is one. */
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';

export async function writeFigures(figures: object): Promise<void> {
  const file = process.env['BENCH_FILE'];
  if (!file) return;
  const measured = { at: new Date().toISOString(), machine: machine(), figures };
  await writeFile(file, `${JSON.stringify(measured, null, 2)}\n`);
}

/** What figures were measured on. */
export const machine = () => ({
  cores: availableParallelism(),
  cpu: cpus()[0]?.model ?? '',
  node: process.version,
});

/** Order statistics of measured times. */
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

/** One line per figure, ms. */
export function printSpread(figures: Readonly<Record<string, Spread>>): void {
  for (const [name, { n, median, p95, max }] of Object.entries(figures)) {
    const [middle, high, highest] = [median, p95, max].map((value) => value.toFixed(0).padStart(6));
    process.stdout.write(
      `${name.padEnd(42)} n ${String(n).padStart(5)}  median ${middle}  p95 ${high}  max ${highest} ms\n`,
    );
  }
}
