/** What one strategy made of one instance. */

/** Gaps to which the CPU time is measured. */
export const GAPS = [0.01, 0.005, 0.001] as const;
export type Gap = (typeof GAPS)[number];

export interface Measured {
  /** Of the model before rows are added. */
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
  /** Of the bound that the verifier computes itself, and the CPU of the whole certificate, s; commitments of the engine. */
  readonly independent_gap?: number | null;
  readonly certificate_s?: number;
  readonly peak_rss_mb: number;
}

/** Its process ended with this code or signal instead: out of time or of memory. */
export interface Ended {
  readonly ended: number | string | null;
}

export type Figure = Measured | Ended;

export interface Pair {
  readonly engine: Figure;
  readonly plain: Figure;
}

/** By instance. */
export type Figures = Readonly<Record<string, Pair>>;
