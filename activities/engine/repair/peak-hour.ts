/**
 * Checks the hour with the highest load alone: if it is infeasible, so is the case. For a large network whose limits
 * are too tight, this takes a second, whereas the relaxation of all hours would take minutes.
 */
import { sum } from '../../../temporal/case/arithmetic/series.ts';
import type { Cause } from '../../../temporal/case/messages/infeasibility.ts';
import type { Instance } from '../../uc/instance.ts';
import { type Solve, shareOfClock } from '../base/solve.ts';
import { openHour } from '../model/hour-alone.ts';
import { elasticCauses } from './diagnose.ts';

/** Number of lines below which the relaxation of the whole case is as fast. */
const MANY_LINES = 300;
/** Share of the remaining time for the relaxation of the hour. The search for its causes may take the same share. */
const SHARE = 0.3;

/** Causes why the hour is infeasible; undefined if it is feasible, or if no proof was found in time. */
export async function impossiblePeak({
  prepared,
  clock,
  open,
  stop,
}: Pick<Solve, 'prepared' | 'clock' | 'open' | 'stop'>): Promise<Cause[] | undefined> {
  const { jobType, network, periods } = prepared.instance;
  if (jobType === 'ed' || periods === 1 || network.lines.length < MANY_LINES) return undefined;
  const hour = peakHour(prepared.instance);
  const { alone, session, model } = await openHour(prepared, hour, (milp) => open(milp, stop));
  try {
    if (model.relax(shareOfClock(clock, SHARE)).outcome !== 'infeasible') return undefined;
  } finally {
    session.dispose();
  }
  return elasticCauses(alone, shareOfClock(clock, SHARE), hour);
}

/** The hour with the largest load less available renewable output. */
function peakHour({ load, renewables, periods }: Instance): number {
  const total = (series: readonly (readonly number[])[], t: number): number =>
    sum(series.map((mw) => mw[t] ?? 0));
  const most = renewables.map(({ p_max }) => p_max);
  const net = Array.from({ length: periods }, (_, t) => total(load, t) - total(most, t));
  return net.indexOf(Math.max(...net));
}
