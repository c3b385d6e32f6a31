/** The outcome of a model-builder run, as its experiment's scenario row records it. */
import type { ScenarioOutcome } from '../../mongo/scenario-runs.ts';
import { rounded } from '../../temporal/case/arithmetic/rounded.ts';
import type {
  ExecutionEnd,
  ExecutionResults,
  ExecutionTotals,
} from '../../temporal/case/messages/execution.ts';
import type { SystemFigures, WindowPart } from '../../temporal/case/messages/window-part.ts';
import { exactSum } from '../../temporal/case/report/exact-sum.ts';

type PartFigures = Required<Pick<ExecutionResults, 'unserved_hours' | 'unserved_days' | 'co2_t'>>;

const DAY_H = 24;

/**
 * `parts`: of all windows with a schedule. A day that lies in two windows is one day. Null where a version before has made
 * parts, which do not tell hours.
 */
export async function partFigures(
  parts: AsyncIterable<{ readonly part: Pick<WindowPart, 'days'> }>,
): Promise<PartFigures | null> {
  const days = new Set<string>();
  const co2: number[] = [];
  let unserved_hours = 0;
  for await (const { part } of parts) {
    for (const { date, first_hour, system, units } of part.days) {
      const { unserved_hours: hours }: Partial<SystemFigures> = system;
      if (hours === undefined) return null;
      unserved_hours += hours;
      if (hours > 0) days.add(date ?? String(Math.floor(first_hour / DAY_H)));
      co2.push(...Object.values(units).flatMap(({ co2_t }) => co2_t ?? []));
    }
  }
  return {
    unserved_hours,
    unserved_days: days.size,
    co2_t: co2.length > 0 ? rounded(exactSum(co2)) : null,
  };
}

/** How a run ended -> what the row of its scenario says. */
export function runOutcome(end: ExecutionEnd, finishedAt: Date): ScenarioOutcome {
  const none = { termination_status: null, objective_value: null, mip_gap: null, figures: null };
  if (end.status !== 'completed') {
    return { ...none, status: end.status, error: end.error, finished_at: finishedAt };
  }
  const { results } = end;
  return {
    ...none,
    status: 'completed',
    termination_status: results.termination_status,
    objective_value: results.objective_value,
    ...(results.totals && figuresOf(results, results.totals)),
    ...(results.message !== null && { reason: results.message }),
    error: null,
    finished_at: finishedAt,
  };
}

const total = (values: Readonly<Record<string, number>>): number => rounded(exactSum(Object.values(values)));

const figuresOf = (results: ExecutionResults, totals: ExecutionTotals) => ({
  figures: {
    solveTimeS: results.solve_time_s,
    totalCostUsd: results.total_cost_usd,
    averageLmp: totals.average_lmp_usd_per_mwh,
    // Windows keep the price of an hour over all buses only.
    maxLmp: null,
    peakLoadMw: totals.peak_load_mw,
    generationMwh: total(totals.generation_mwh),
    startups: total(totals.starts),
  },
  run_figures: {
    penaltyUsd: totals.penalty_usd,
    unservedMwh: totals.unserved_mwh,
    unservedHours: results.unserved_hours ?? 0,
    unservedDays: results.unserved_days ?? 0,
    co2T: results.co2_t ?? null,
    unsolvedWindows: results.unsolved_windows ?? 0,
  },
});
