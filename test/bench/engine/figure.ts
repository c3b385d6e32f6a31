import { readFile, writeFile } from 'node:fs/promises';
import { machine } from '../harness/benchmark.ts';

/** Figures of one strategy on one instance. */

/** Gaps to which the CPU time is measured. */
export const GAPS = [0.01, 0.005, 0.001] as const;
export type Gap = (typeof GAPS)[number];

export interface Measured {
  /** Rows of the model at first. */
  readonly rows: number;
  readonly columns: number;
  readonly integers: number;
  /** Number of relaxations solved, and of MIP searches. */
  readonly relaxations: number;
  readonly searches: number;
  /** CPU until each gap was first proven, s; a missing gap was not. */
  readonly marks: { readonly [gap in Gap]?: number };
  readonly cpu_s: number;
  readonly cost: number | null;
  readonly bound: number | null;
  readonly gap: number | null;
  /** Gap of the verifier's own bound; the next field is the CPU of the whole certificate, s. */
  readonly independent_gap?: number | null;
  readonly certificate_s?: number;
  readonly peak_rss_mb: number;
}

/** Exit code or signal of a process that ran out of time or memory. */
interface Ended {
  readonly ended: number | string | null;
}

export type Figure = Measured | Ended;

/**
 * Figures of all strategies on one instance; `wasm` is the engine on the WebAssembly build, which older figures lack.
 */
export interface Pair {
  readonly engine: Figure;
  readonly wasm?: Figure;
  readonly plain: Figure;
}

/** Figures by instance. */
export type Figures = Readonly<Record<string, Pair>>;

/** File of the kept figures. */
const FILE = new URL('../../../../test/bench/figures/engine.json', import.meta.url);

export async function readKept(): Promise<Figures> {
  // The file is written by `keep`.
  return (JSON.parse(await readFile(FILE, 'utf8')) as { figures: Figures }).figures;
}

/** Instances that were not measured keep their figures. `state` describes other load on the machine. */
export async function keep(figures: Figures, capS: number, state: string): Promise<void> {
  const all = { ...(await readKept()), ...figures };
  const record = {
    at: new Date().toISOString(),
    machine: { ...machine(), state },
    cap_s: capS,
    figures: all,
  };
  await writeFile(FILE, `${JSON.stringify(record, rounded, 2)}\n`);
}

/** Rounds to the precision of the clock, and costs to cents. */
const rounded = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(8)) : value;
