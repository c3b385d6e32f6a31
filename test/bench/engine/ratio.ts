/** How many times the CPU of the engine plain HiGHS takes to a gap; a limit where one of them did not get there. */
import type { Figure, Gap, Pair } from './figure.ts';

export interface Ratio {
  readonly value: number;
  readonly is: 'exact' | 'at least' | 'at most';
}

/** Undefined when neither got there, or one has no figure. */
export function ratioOf({ engine, plain }: Pair, gap: Gap): Ratio | undefined {
  const [ours, theirs] = [markOf(engine, gap), markOf(plain, gap)];
  if (ours !== undefined && theirs !== undefined) return { value: theirs / ours, is: 'exact' };
  if (ours !== undefined && 'cpu_s' in plain) return { value: plain.cpu_s / ours, is: 'at least' };
  if (theirs !== undefined && 'cpu_s' in engine) return { value: theirs / engine.cpu_s, is: 'at most' };
  return undefined;
}

export const markOf = (figure: Figure, gap: Gap): number | undefined =>
  'marks' in figure ? figure.marks[gap] : undefined;

/** Undefined when the ratios are limits on both sides, or there are none. */
export function geometricMean(ratios: readonly Ratio[]): Ratio | undefined {
  const limits = new Set(ratios.map(({ is }) => is).filter((is) => is !== 'exact'));
  if (ratios.length === 0 || limits.size > 1) return undefined;
  const logs = ratios.reduce((sum, { value }) => sum + Math.log(value), 0);
  return { value: Math.exp(logs / ratios.length), is: [...limits][0] ?? 'exact' };
}
