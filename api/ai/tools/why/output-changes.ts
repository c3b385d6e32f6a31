/** How the output of the units differs in one hour, the largest difference first. */
import type { SolveResult } from '../../../../temporal/messages/result.ts';
import { round } from './round.ts';

export interface OutputChange {
  readonly generator: string;
  readonly hour: number;
  readonly base_output_mw: number;
  readonly output_mw: number;
}

type Dispatched = Pick<SolveResult, 'dispatch_mw'>;

export const outputChanges = (base: Dispatched, alternative: Dispatched, hour: number): OutputChange[] =>
  Object.entries(base.dispatch_mw)
    .map(([generator, hours]) => ({
      generator,
      hour,
      base_output_mw: round(hours[hour] ?? 0),
      output_mw: round(alternative.dispatch_mw[generator]?.[hour] ?? 0),
    }))
    .filter(({ base_output_mw, output_mw }) => base_output_mw !== output_mw)
    .sort((a, b) => Math.abs(b.output_mw - b.base_output_mw) - Math.abs(a.output_mw - a.base_output_mw));
