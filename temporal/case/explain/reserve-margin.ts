/**
 * Capacity margin: how much the capacity of committed units and renewables exceeds the demand,
 *
 * margin[t] = sum_g on[g,t] p_max[g,t] + sum_r p_max[r,t] - demand[t],  also relative to demand[t]
 *
 * Storage is not counted, because its available power depends on earlier hours.
 */
import { availableAt } from '../arithmetic/output-limits.ts';
import { amountAt } from '../arithmetic/series.ts';
import type { SolveResult } from '../messages/result.ts';
import type { SolvePayload } from '../schema.ts';
import { type Explainer, hasSchedule } from './artifact.ts';
import { counted, firstMost, round6, said, total } from './figures.ts';
import { isRelaxed } from './views.ts';

export const reserveMargin: Explainer = (payload, result) => {
  if (!hasSchedule(result)) return undefined;
  const hours = marginRows(payload, result);
  const tightest = firstMost(hours, ({ margin_percent }) => -(margin_percent ?? Number.POSITIVE_INFINITY));
  const widest = firstMost(hours, ({ margin_percent }) => margin_percent ?? Number.NEGATIVE_INFINITY);
  const sentences =
    tightest && widest
      ? [
          `The tightest hour is hour ${tightest.hour}: ${counted(tightest.units_on, 'unit')} on with ${said(tightest.thermal_capacity_mw)} MW of capacity, and ${said(tightest.renewable_available_mw)} MW of available renewables, for ${said(tightest.demand_mw)} MW of demand.`,
          `The margin at hour ${tightest.hour} is ${said(tightest.margin_mw)} MW or ${said(tightest.margin_percent ?? 0)} % of the demand.`,
          `The widest margin is ${said(widest.margin_percent ?? 0)} % of the demand, at hour ${widest.hour}.`,
        ]
      : ['There is no demand, so there is no reserve margin.'];
  return {
    type: 'reserve_margin',
    title: 'Committed capacity above demand',
    statement: sentences.join(' '),
    data: { hours },
  };
};

/** Margins by hour. `margin_percent` is null without demand. */
function marginRows(payload: SolvePayload, result: SolveResult) {
  const relaxed = isRelaxed(payload, result);
  return Array.from({ length: payload.horizon }, (_, hour) => {
    const on = payload.generators.filter(
      ({ name }) => relaxed || amountAt(result.commitment[name], hour) === 1,
    );
    const demand = total(payload.loads.map(({ values }) => amountAt(values, hour)));
    const thermal = total(on.map((unit) => availableAt(unit, hour)));
    const renewable = total((payload.renewables ?? []).map(({ p_max }) => amountAt(p_max, hour)));
    const margin = thermal + renewable - demand;
    return {
      hour,
      units_on: on.length,
      demand_mw: round6(demand),
      thermal_capacity_mw: round6(thermal),
      renewable_available_mw: round6(renewable),
      capacity_mw: round6(thermal + renewable),
      margin_mw: round6(margin),
      margin_percent: demand > 0 ? round6((100 * margin) / demand) : null,
    };
  });
}
