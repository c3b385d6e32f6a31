/** Totals of the kept hours of one window. */

import { angleCost, flowCost } from '../../temporal/case/arithmetic/dc-flow.ts';
import { demandSide } from '../../temporal/case/arithmetic/demand-side.ts';
import { withEmissionCosts } from '../../temporal/case/arithmetic/emissions.ts';
import { shortfallCost } from '../../temporal/case/arithmetic/reserve-shortfall.ts';
import { rounded } from '../../temporal/case/arithmetic/rounded.ts';
import { costOf, sum } from '../../temporal/case/arithmetic/series.ts';
import { unservedCosts } from '../../temporal/case/arithmetic/shedding.ts';
import {
  productionCost,
  shutdownCosts,
  startupCosts,
  storageCost,
  totalCost,
} from '../../temporal/case/arithmetic/unit-cost.ts';
import type { SolveResult } from '../../temporal/case/messages/result.ts';
import type { CostBreakdown, DayTotals, HourlyTotals } from '../../temporal/case/messages/rolling.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';

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
    total_cost_usd: totalCost(cost),
    generation_mwh: { ...totals(generators, result.dispatch_mw), ...totals(renewables, result.renewable_mw) },
    starts: totals(generators, result.startup),
    load_mwh,
    peak_load_mw: Math.max(...load),
    unserved_mwh: sum(Object.values(result.unserved_mw ?? {}).map(sumKept)),
    average_lmp_usd_per_mwh: load_mwh > 0 ? sum(paid) / load_mwh : null,
  };
}

export function hourlyTotals(
  { loads }: Pick<SolvePayload, 'loads'>,
  { lmp }: Pick<SolveResult, 'lmp'>,
  keptHours: number,
): HourlyTotals {
  const hours = Array.from({ length: keptHours }, (_, t) => {
    const mw = sum(loads.map(({ values }) => values[t] ?? 0));
    const paid = sum(loads.map(({ bus, values }) => (values[t] ?? 0) * (lmp[`bus_${bus}`]?.[t] ?? 0)));
    return { mw: rounded(mw), price: mw > 0 ? rounded(paid / mw) : null };
  });
  return {
    load_mw: hours.map(({ mw }) => mw),
    average_lmp_usd_per_mwh: hours.map(({ price }) => price),
  };
}

type ScheduleSeries = Pick<
  SolveResult,
  | 'commitment'
  | 'startup'
  | 'dispatch_mw'
  | 'renewable_mw'
  | 'storage'
  | 'unserved_mw'
  | 'reserve_shortfall_mw'
  | 'overflow_mw'
  | 'dc_flow_mw'
  | 'phase_shift_deg'
  | 'interface_overflow_mw'
  | 'bid_mw'
  | 'demand_response_mw'
  | 'recovered_mw'
>;

/**
 * Cost of the first hours of a schedule by kind, $. The cost of CO2 is part of the costs of energy and starts.
 * Penalties are not part of the total.
 */
export function scheduleCost(payload: SolvePayload, schedule: ScheduleSeries, hours: number): CostBreakdown {
  let [energy_usd, no_load_usd, startup_usd, shutdown_usd] = [0, 0, 0, 0];
  for (const unit of withEmissionCosts(payload).generators) {
    const commitment = schedule.commitment[unit.name] ?? [];
    const starts = { commitment, startup: schedule.startup[unit.name] ?? [] };
    startup_usd += startupCosts(unit, starts, hours);
    shutdown_usd += shutdownCosts(unit, starts, hours);
    for (let t = 0; t < hours; t++) {
      if (commitment[t] !== 1) continue;
      const { energy, noLoad } = productionCost(unit, schedule.dispatch_mw[unit.name]?.[t] ?? 0, t);
      energy_usd += energy;
      no_load_usd += noLoad;
    }
  }
  for (const { name, marginal_cost = 0 } of payload.renewables ?? []) {
    energy_usd += costOf(marginal_cost, schedule.renewable_mw?.[name]?.slice(0, hours) ?? []);
  }
  const demand = demandSide(payload, schedule, hours);
  energy_usd += sum([
    ...costsOfNetwork(payload, schedule, hours),
    costOfStorage(payload, schedule, hours),
    ...demand.map(({ cost_usd }) => sum(cost_usd)),
  ]);
  const paysForStops = payload.generators.some(({ shutdown_cost = 0 }) => shutdown_cost > 0);
  return {
    energy_usd,
    no_load_usd,
    startup_usd,
    ...(paysForStops && { shutdown_usd }),
    penalty_usd: penalties(payload, schedule, hours),
    ...(payload.bids?.some(({ kind }) => kind === 'demand') && {
      bid_value_usd: sum(demand.map(({ value_usd }) => sum(value_usd))),
    }),
  };
}

/** Costs of the power of DC lines and of the angles of phase shifters, $. */
const costsOfNetwork = (
  { dc_lines = [], phase_shifters = [] }: SolvePayload,
  { dc_flow_mw, phase_shift_deg }: ScheduleSeries,
  hours: number,
): number[] => [
  ...dc_lines.map((line) => flowCost(line, dc_flow_mw?.[line.id]?.slice(0, hours))),
  ...phase_shifters.map((item) => angleCost(item, phase_shift_deg?.[item.line]?.slice(0, hours))),
];

const costOfStorage = ({ storage = [] }: SolvePayload, schedule: ScheduleSeries, hours: number): number =>
  sum(
    storage.map((item) => {
      const { charge_mw = [], discharge_mw = [] } = schedule.storage?.[item.name] ?? {};
      return storageCost(item, sum(charge_mw.slice(0, hours)), sum(discharge_mw.slice(0, hours)));
    }),
  );

function penalties(payload: SolvePayload, schedule: ScheduleSeries, hours: number): number {
  const { reserves = [], transmission_lines = [], interfaces = [] } = payload;
  const shedCost = unservedCosts(payload);
  const shed = Object.entries(schedule.unserved_mw ?? {}).map(([bus, mw]) =>
    sum(mw.slice(0, hours).map((unserved, t) => shedCost(bus, t, unserved).usd)),
  );
  const short = reserves.map((product) =>
    shortfallCost(product, schedule.reserve_shortfall_mw?.[product.name]?.slice(0, hours) ?? []),
  );
  const over = transmission_lines.map(({ id, penalty_usd_per_mwh = 0 }) =>
    costOf(penalty_usd_per_mwh, schedule.overflow_mw?.[id]?.slice(0, hours) ?? []),
  );
  const beyond = interfaces.map(({ id, penalty_usd_per_mwh = 0 }) =>
    costOf(penalty_usd_per_mwh, schedule.interface_overflow_mw?.[id]?.slice(0, hours) ?? []),
  );
  return sum(shed) + sum(short) + sum(over) + sum(beyond);
}
