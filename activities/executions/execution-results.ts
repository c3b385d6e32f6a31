/** Adds up the closed windows of an execution to its results. */
import type { WindowRecord } from '../../mongo/windows.ts';
import { allRounded, rounded, wholeMilliseconds } from '../../temporal/case/arithmetic/rounded.ts';
import { totalCost } from '../../temporal/case/arithmetic/unit-cost.ts';
import type { ExecutionResults, ExecutionTotals } from '../../temporal/case/messages/execution.ts';
import type { TerminationStatus } from '../../temporal/case/messages/result.ts';
import type { DayTotals } from '../../temporal/case/messages/rolling.ts';
import { createDayWarnings } from '../../temporal/case/report/day-warnings.ts';

const NOTHING: ExecutionTotals = {
  energy_usd: 0,
  no_load_usd: 0,
  startup_usd: 0,
  penalty_usd: 0,
  load_mwh: 0,
  peak_load_mw: 0,
  unserved_mwh: 0,
  average_lmp_usd_per_mwh: null,
  generation_mwh: {},
  starts: {},
};

/**
 * Totals of all windows. A window without a schedule counts as 0 and is listed in the message. `rolling`: true if the
 * windows follow each other; `goesOn`: true if the run continues after a window without a schedule, false if it ends
 * there.
 */
export async function executionResults(
  windows: AsyncIterable<WindowRecord>,
  { rolling, goesOn = false }: { readonly rolling: boolean; readonly goesOn?: boolean },
): Promise<ExecutionResults> {
  let totals = NOTHING;
  let solve_time_s = 0;
  let last: WindowRecord | undefined;
  const unsolved: WindowRecord[] = [];
  const warned = createDayWarnings();
  let solved = 0;
  for await (const window of windows) {
    last = window;
    warned.add({ index: window.index, warnings: window.outcome?.warnings });
    solve_time_s += window.outcome?.solve_time_s ?? 0;
    if (window.outcome?.totals) {
      totals = plus(totals, window.outcome.totals);
      solved += 1;
    } else unsolved.push(window);
  }
  const outcome = last?.outcome;
  const warnings = warned.all();
  const answer = outcome?.totals || (goesOn && solved > 0) ? roundedTotals(totals) : null;
  const total_cost_usd = answer && rounded(totalCost(answer));
  return {
    objective_value: answer && objectiveOf(answer),
    termination_status: terminationOf(outcome?.termination_status, rolling && answer !== null),
    solve_time_s: wholeMilliseconds(solve_time_s),
    total_cost_usd,
    job_id: last?.job_id ?? null,
    message: explain(unsolved, rolling),
    totals: answer,
    ...(answer && unsolved.length > 0 && { unsolved_windows: unsolved.length }),
    ...(warnings.length > 0 && { warnings }),
  };
}

const objectiveOf = (totals: ExecutionTotals): number =>
  rounded(rounded(totalCost(totals)) + totals.penalty_usd - (totals.bid_value_usd ?? 0));

/** Termination status of a run. A rolling horizon has no bound over all its windows, so it is at best FEASIBLE. */
const terminationOf = (last: TerminationStatus | undefined, rolled: boolean): TerminationStatus =>
  rolled || last === undefined ? 'FEASIBLE' : last;

/** Maximum number of windows that a message lists. */
const MOST_NAMED = 5;

function explain(unsolved: readonly WindowRecord[], rolling: boolean): string | null {
  if (unsolved.length === 0) return null;
  const messages = unsolved.slice(0, MOST_NAMED).map(({ start_hour, kept_hours, index, outcome }) => {
    const message = outcome?.message ?? 'No schedule was found';
    const hours = `hours ${start_hour} to ${start_hour + kept_hours - 1}`;
    return rolling ? `Day ${index + 1} (${hours}): ${message}` : message;
  });
  const others = unsolved.length - messages.length;
  return [...messages, ...(others > 0 ? [`and ${others} more without a schedule`] : [])].join('; ');
}

function plus(sum: ExecutionTotals, day: DayTotals): ExecutionTotals {
  const load_mwh = sum.load_mwh + day.load_mwh;
  const paid =
    (sum.average_lmp_usd_per_mwh ?? 0) * sum.load_mwh + (day.average_lmp_usd_per_mwh ?? 0) * day.load_mwh;
  return {
    energy_usd: sum.energy_usd + day.energy_usd,
    no_load_usd: sum.no_load_usd + day.no_load_usd,
    startup_usd: sum.startup_usd + day.startup_usd,
    ...((sum.shutdown_usd ?? day.shutdown_usd) !== undefined && {
      shutdown_usd: (sum.shutdown_usd ?? 0) + (day.shutdown_usd ?? 0),
    }),
    penalty_usd: sum.penalty_usd + day.penalty_usd,
    ...((sum.bid_value_usd ?? day.bid_value_usd) !== undefined && {
      bid_value_usd: (sum.bid_value_usd ?? 0) + (day.bid_value_usd ?? 0),
    }),
    load_mwh,
    peak_load_mw: Math.max(sum.peak_load_mw, day.peak_load_mw),
    unserved_mwh: sum.unserved_mwh + day.unserved_mwh,
    average_lmp_usd_per_mwh: load_mwh > 0 ? paid / load_mwh : null,
    generation_mwh: added(sum.generation_mwh, day.generation_mwh),
    starts: added(sum.starts, day.starts),
  };
}

type ByName = Readonly<Record<string, number>>;
const added = (sum: ByName, day: ByName): ByName => ({
  ...sum,
  ...Object.fromEntries(Object.entries(day).map(([name, value]) => [name, (sum[name] ?? 0) + value])),
});

/** Totals of kept hours, rounded to remove floating-point noise. */
export const roundedTotals = <T extends ExecutionTotals>(totals: T): T => ({
  ...allRounded(totals),
  generation_mwh: allRounded(totals.generation_mwh),
});
