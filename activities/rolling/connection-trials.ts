/** Limits and trials of a connection, and the power that the next run should try to serve, on which days (pure). */
import type { ConnectionKind } from '../../temporal/case/messages/connection.ts';
import type { HourlyTotals } from '../../temporal/case/messages/rolling.ts';
import { fullUse } from './connection-payload.ts';

/** Limit of the hours alone. */
export interface HourLimit {
  /** No schedule serves more, MW at full use. */
  readonly atMost: number;
  /** Hours that allow less, in which the connection may be reduced, in order. */
  readonly reducible: readonly number[];
}

/**
 * Limit of a connection that may be reduced in `hours` hours: that of the hour after these, in the order of what the
 * hours allow. `most`: most power by hour, MW, of a connection whose use follows `profile`; `maxMw`: the requested
 * power.
 */
export function limitOf(most: readonly number[], hours: number, use: Use): HourLimit {
  const ranked = scarcestHours(most, use);
  const { maxMw } = use;
  const reducible = ranked.slice(0, hours).filter(({ mw }) => mw < maxMw);
  return {
    atMost: Math.min(maxMw, ranked[hours]?.mw ?? maxMw),
    reducible: reducible.map(({ hour }) => hour).sort((a, b) => a - b),
  };
}

interface Use {
  /** Share of the power that is used, by hour; a single value holds for every hour. */
  readonly profile: readonly number[];
  /** Requested power, MW. */
  readonly maxMw: number;
}

/** Hours with what they allow, MW at full use, the least first. */
function scarcestHours(most: readonly number[], { profile, maxMw }: Use) {
  const shares = fullUse({ mw: 1, profile }, most.length, 0);
  return most
    .map((mw, hour) => ({ hour, mw: (shares[hour] ?? 0) > 0 ? mw / (shares[hour] ?? 1) : maxMw }))
    .sort((a, b) => a.mw - b.mw || a.hour - b.hour);
}

const DAY_H = 24;

/** Days by load and price of the run without a connection, those that probably allow least first. */
export function likelyScarceDays(
  days: readonly (HourlyTotals & { readonly index: number })[],
  kind: ConnectionKind,
): number[] {
  const sign = kind === 'load' ? -1 : 1;
  const least = (series: readonly (number | null)[]) =>
    Math.min(...series.map((value) => sign * (value ?? 0)));
  const inOrder = (of: (day: HourlyTotals) => readonly (number | null)[]) =>
    days.toSorted((a, b) => least(of(a)) - least(of(b)) || a.index - b.index);
  const byPrice = inOrder(({ average_lmp_usd_per_mwh }) => average_lmp_usd_per_mwh);
  const byLoad = inOrder(({ load_mw }) => load_mw);
  return [...new Set(byLoad.flatMap(({ index }, at) => [index, byPrice[at]?.index ?? index]))];
}

/** The days with the hours that allow least, those that the connection may be reduced in aside. */
export function scarceDays(most: readonly number[], use: Use, reducible: readonly number[]): number[] {
  const hours = scarcestHours(most, use).filter(
    ({ hour, mw }) => mw < use.maxMw && !reducible.includes(hour),
  );
  return [...new Set(hours.map(({ hour }) => Math.floor(hour / DAY_H)))];
}

/** A run that served the connection, or did not. */
export interface Trial {
  readonly mw: number;
  readonly serves: boolean;
}

/** Width at which an interval is narrow enough, as a share of its upper end; the next constant: in MW. */
const NARROW = 0.01;
const NARROW_MW = 0.05;
/** Share of the limit of the hours that is left to the tolerances of the checks. */
const SPARED = 1e-4;
/** Powers are tried in steps of 1 kW. */
const STEPS = 1000;

/** Largest power that a run has served, MW; 0 without one. */
export const served = (trials: readonly Trial[]): number =>
  Math.max(0, ...trials.filter(({ serves }) => serves).map(({ mw }) => mw));

/**
 * The power to try next, MW; undefined when the interval between what is served and what is not is narrow enough. The
 * limit of the hours is tried first, or the requested power `maxMw` if that is less; then a little less, since ramps
 * and minimum times seldom take more; then halves.
 */
export function nextTrial(
  atMost: number,
  trials: readonly Trial[],
  maxMw = Number.POSITIVE_INFINITY,
): number | undefined {
  const lo = served(trials);
  const failed = trials.filter(({ serves }) => !serves).map(({ mw }) => mw);
  const hi = Math.min(atMost, ...failed);
  const wide = Math.max(NARROW_MW, NARROW * atMost);
  if (failed.length === 0) {
    const top = atMost < maxMw ? down(atMost * (1 - SPARED)) : maxMw;
    return atMost - lo > wide && top > lo ? top : undefined;
  }
  if (hi - lo <= wide) return undefined;
  const near = down(atMost - 0.9 * wide);
  const next = failed.length === 1 && near > lo ? near : down((lo + hi) / 2);
  return next > lo ? next : undefined;
}

const down = (mw: number): number => Math.floor(mw * STEPS) / STEPS;
