/** The kept hours of one window in a few numbers. */
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { SolveResult } from '../../temporal/messages/result.ts';
import type { DayTotals } from '../../temporal/messages/rolling.ts';
import { type ScheduleSeries, scheduleCost } from './schedule-cost.ts';

export function dayTotals(
  windowPayload: SolvePayload,
  result: ScheduleSeries & Pick<SolveResult, 'lmp'>,
  keptHours: number,
): DayTotals {
  const cost = scheduleCost(windowPayload, result, keptHours);
  const sumKept = (values: readonly number[] | undefined): number => sum(values?.slice(0, keptHours) ?? []);
  const totals = (items: readonly { name: string }[], series: Readonly<Record<string, number[]>> = {}) =>
    Object.fromEntries(items.map(({ name }) => [name, sumKept(series[name])]));
  const { generators, loads, renewables = [] } = windowPayload;
  const load = Array.from({ length: keptHours }, (_, t) => sum(loads.map(({ values }) => values[t] ?? 0)));
  const load_mwh = sum(load);
  const paid = loads.map(({ bus, values }) =>
    sumKept(values.map((mw, t) => mw * (result.lmp[`bus_${bus}`]?.[t] ?? 0))),
  );
  return {
    ...cost,
    total_cost_usd: cost.energy_usd + cost.no_load_usd + cost.startup_usd,
    generation_mwh: { ...totals(generators, result.dispatch_mw), ...totals(renewables, result.renewable_mw) },
    starts: totals(generators, result.startup),
    load_mwh,
    peak_load_mw: Math.max(...load),
    unserved_mwh: sum(Object.values(result.unserved_mw ?? {}).map(sumKept)),
    average_lmp_usd_per_mwh: load_mwh > 0 ? sum(paid) / load_mwh : null,
  };
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
