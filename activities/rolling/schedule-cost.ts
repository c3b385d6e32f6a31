/** Cost of the first hours of a schedule, $, by kind; penalties are no part of the total cost. */
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { Series, SolveResult } from '../../temporal/messages/result.ts';
import type { CostBreakdown } from '../../temporal/messages/rolling.ts';
import { productionCost } from './production-cost.ts';
import { startupCost } from './startup-cost.ts';

export type ScheduleSeries = Pick<
  SolveResult,
  | 'commitment'
  | 'startup'
  | 'dispatch_mw'
  | 'renewable_mw'
  | 'unserved_mw'
  | 'reserve_shortfall_mw'
  | 'overflow_mw'
>;

export function scheduleCost(payload: SolvePayload, schedule: ScheduleSeries, hours: number): CostBreakdown {
  const total = (series: Series | undefined, name: string): number => sum(series?.[name]?.slice(0, hours));
  let [energy_usd, no_load_usd, startup_usd] = [0, 0, 0];
  for (const unit of payload.generators) {
    const commitment = schedule.commitment[unit.name] ?? [];
    startup_usd += startupCost(unit, { commitment, startup: schedule.startup[unit.name] ?? [] }, hours);
    for (let t = 0; t < hours; t++) {
      if (commitment[t] !== 1) continue;
      const { energy, noLoad } = productionCost(unit, schedule.dispatch_mw[unit.name]?.[t] ?? 0);
      energy_usd += energy;
      no_load_usd += noLoad;
    }
  }
  for (const { name, marginal_cost = 0 } of payload.renewables ?? []) {
    energy_usd += marginal_cost * total(schedule.renewable_mw, name);
  }
  return { energy_usd, no_load_usd, startup_usd, penalty_usd: penalties(payload, schedule, total) };
}

const sum = (values: readonly number[] = []): number => values.reduce((all, value) => all + value, 0);

function penalties(
  { options, reserves = [], transmission_lines = [] }: SolvePayload,
  schedule: ScheduleSeries,
  total: (series: Series | undefined, name: string) => number,
): number {
  const shed = Object.keys(schedule.unserved_mw ?? {}).map((bus) => total(schedule.unserved_mw, bus));
  const short = reserves.map(
    ({ name, penalty_usd_per_mwh = 0 }) => penalty_usd_per_mwh * total(schedule.reserve_shortfall_mw, name),
  );
  const over = transmission_lines.map(
    ({ id, penalty_usd_per_mwh = 0 }) => penalty_usd_per_mwh * total(schedule.overflow_mw, id),
  );
  return (options?.unserved_energy_usd_per_mwh ?? 0) * sum(shed) + sum(short) + sum(over);
}
