import { readFile, writeFile } from 'node:fs/promises';
import { machine } from '../harness/benchmark.ts';

/** What one strategy made of one instance. */

/** Gaps to which the CPU time is measured. */
export const GAPS = [0.01, 0.005, 0.001] as const;
export type Gap = (typeof GAPS)[number];

export interface Measured {
  /** Rows of the model before any are added. */
  readonly rows: number;
  readonly columns: number;
  readonly integers: number;
  /** Linear programs solved as such, and searches of a MIP. */
  readonly relaxations: number;
  readonly searches: number;
  /** CPU until each gap was proven first, s; none = it never was. */
  readonly marks: { readonly [gap in Gap]?: number };
  readonly cpu_s: number;
  readonly cost: number | null;
  readonly bound: number | null;
  readonly gap: number | null;
  /** Gap of the bound that the verifier computes itself; the next field is the CPU of the whole certificate, s. */
  readonly independent_gap?: number | null;
  readonly certificate_s?: number;
  readonly peak_rss_mb: number;
}

/** Its process ended with this code or signal instead: out of time or of memory. */
interface Ended {
  readonly ended: number | string | null;
}

export type Figure = Measured | Ended;

/** What the strategies made of one instance; `wasm` is the engine on the WebAssembly build, not measured in older figures. */
export interface Pair {
  readonly engine: Figure;
  readonly wasm?: Figure;
  readonly plain: Figure;
}

/** By instance. */
export type Figures = Readonly<Record<string, Pair>>;

/** The figures of the last run that was kept, in `test/bench/figures/engine.json`. */
const FILE = new URL('../../../../test/bench/figures/engine.json', import.meta.url);

export async function readKept(): Promise<Figures> {
  // What `keep` wrote.
  return (JSON.parse(await readFile(FILE, 'utf8')) as { figures: Figures }).figures;
}

/** Instances that were not measured keep their figures. `state`: what else the machine was doing. */
export async function keep(figures: Figures, capS: number, state: string): Promise<void> {
  const all = { ...(await readKept()), ...figures };
  const kept = { at: new Date().toISOString(), machine: { ...machine(), state }, cap_s: capS, figures: all };
  await writeFile(FILE, `${JSON.stringify(kept, rounded, 2)}\n`);
}

/** No more digits than a clock has, and none after the cents. */
const rounded = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(8)) : value;
