/**
 * A benchmark: it measures at a place, prints a row of its table for each figure at once, and writes all figures, with
 * a description of the machine, to the file that `BENCH_FILE` names.
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';

/** Prints a figure and keeps it: a number, or an object of numbers, texts and such objects. */
export type Tell = (name: string, figure: unknown) => void;

interface Place {
  stop?(): Promise<unknown>;
}

const NAME_WIDTH = 44;
const NUMBER_WIDTH = 6;

/** Exits the process at the end, so that connections and clients need not be closed. */
export async function benchmark<P>(
  place: () => Promise<P & Place>,
  measure: (place: P, tell: Tell) => Promise<unknown>,
): Promise<never> {
  const figures: Record<string, unknown> = {};
  const at = await place();
  try {
    await measure(at, (name, figure) => {
      figures[name] = figure;
      process.stdout.write(`${name.padEnd(NAME_WIDTH)} ${row(figure)}\n`);
    });
    const file = process.env['BENCH_FILE'];
    const measured = { at: new Date().toISOString(), machine: machine(), figures };
    if (file) await writeFile(file, `${JSON.stringify(measured, null, 2)}\n`);
  } finally {
    await at.stop?.();
  }
  process.exit();
}

/** The place of a benchmark that needs no server. */
export const thisProcess = async (): Promise<Place> => ({});

/** Size of a benchmark: `BENCH_<name>` in the environment, or `usual`. */
export const amount = (name: string, usual: number): number => Number(process.env[`BENCH_${name}`] ?? usual);

/** Description of the machine that the figures are measured on. */
export const machine = () => ({
  cores: availableParallelism(),
  cpu: cpus()[0]?.model ?? '',
  node: process.version,
});

const row = (figure: unknown): string =>
  isGroup(figure)
    ? Object.entries(figure)
        .map(([name, value]) => `${name} ${cell(value).padStart(NUMBER_WIDTH)}`)
        .join('  ')
    : cell(figure);

function cell(value: unknown): string {
  if (typeof value === 'number') return digits(value);
  if (Array.isArray(value)) return value.map(cell).join(', ');
  return isGroup(value) ? `(${row(value)})` : String(value ?? '-');
}

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const digits = (value: number): string =>
  Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4)));
