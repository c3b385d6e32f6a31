/** How an instance may be solved, and what a strategy tells of it. */

import type { Runs } from './counted-session.ts';
import type { GapMarks } from './gap-marks.ts';
import type { BenchInstance } from './instance.ts';

export interface Answer {
  readonly cost: number | null;
  readonly bound: number | null;
  readonly gap: number | null;
  readonly independent_gap?: number | null;
  readonly certificate_s?: number;
}

export type Strategy = (
  instance: BenchInstance,
  limits: { readonly timeLimitS: number; readonly mipGap: number },
  seen: { readonly marks: GapMarks; readonly runs: Runs },
) => Promise<Answer>;
