/** Picks one hour of one series by seed; undefined if there is no series. */
import type { Series } from '../../../temporal/case/messages/result.ts';

export interface Cell {
  readonly key: string;
  readonly hours: number[];
  readonly hour: number;
}

export function pick(series: Series | undefined, seed: number): Cell | undefined {
  const entries = Object.entries(series ?? {});
  const [key, hours] = entries[seed % Math.max(1, entries.length)] ?? [];
  return key !== undefined && hours && hours.length > 0
    ? { key, hours, hour: (seed * 7 + 3) % hours.length }
    : undefined;
}

/** Adds an amount to one hour of one series; false if there is no series. */
export function shift(series: Series | undefined, seed: number, amount: number): boolean {
  const cell = pick(series, seed);
  if (!cell) return false;
  cell.hours[cell.hour] = (cell.hours[cell.hour] ?? 0) + amount;
  return true;
}
