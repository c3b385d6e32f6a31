/** What each element adds to the cost of a schedule; the sums are those of the result. */
import { withEmissionCosts } from '../../../temporal/case/arithmetic/emissions.ts';
import { intervalsPerHour, perInterval } from '../../../temporal/case/arithmetic/intervals.ts';
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import { productionCost, shutdownCosts } from '../../../temporal/case/arithmetic/unit-cost.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { Series, SolveResult } from '../../../temporal/case/messages/result.ts';
import { round6, total } from './figures.ts';
import { unitEvents } from './unit-events.ts';

interface UnitCost {
  readonly generator: string;
  readonly bus: string;
  readonly hours_on: number;
  readonly starts: number;
  readonly energy_mwh: number;
  readonly energy_usd: number;
  readonly no_load_usd: number;
  readonly startup_usd: number;
  /** Of a unit that pays for stops. */
  readonly shutdown_usd?: number;
  readonly total_usd: number;
}

interface RenewableCost {
  readonly renewable: string;
  readonly bus: string;
  readonly energy_mwh: number;
  readonly energy_usd: number;
}

interface Penalty {
  readonly kind: 'unserved_energy' | 'reserve_shortfall' | 'line_overflow';
  readonly element_id: string;
  readonly energy_mwh: number;
  readonly price_usd_per_mwh: number;
  readonly penalty_usd: number;
}

export function unitCosts(payload: SolvePayload, result: SolveResult): UnitCost[] {
  const perHour = intervalsPerHour(payload);
  return withEmissionCosts(perInterval(payload)).generators.map((unit) => {
    const output = result.dispatch_mw[unit.name] ?? [];
    const hoursOn = [...(result.commitment[unit.name] ?? []).entries()].filter(([, on]) => on === 1);
    const costs = hoursOn.map(([hour]) => productionCost(unit, amountAt(output, hour)));
    const starts = unitEvents(unit, result).filter(({ event }) => event === 'start');
    const stops = shutdownCosts(unit, {
      commitment: result.commitment[unit.name] ?? [],
      startup: result.startup[unit.name] ?? [],
    });
    const energy = total(costs.map((cost) => cost.energy));
    const noLoad = total(costs.map((cost) => cost.noLoad));
    const startup = total(starts.map(({ startup_cost_usd }) => startup_cost_usd));
    return {
      generator: unit.name,
      bus: `bus_${unit.bus}`,
      hours_on: hoursOn.length,
      starts: starts.length,
      energy_mwh: round6(total(output) / perHour),
      energy_usd: round6(energy),
      no_load_usd: round6(noLoad),
      startup_usd: round6(startup),
      ...(unit.shutdown_cost && { shutdown_usd: round6(stops) }),
      total_usd: round6(energy + noLoad + startup + stops),
    };
  });
}

export const renewableCosts = (payload: SolvePayload, { renewable_mw }: SolveResult): RenewableCost[] =>
  (payload.renewables ?? []).map(({ name, bus, marginal_cost = 0 }) => {
    const energy = total(renewable_mw?.[name]) / intervalsPerHour(payload);
    return {
      renewable: name,
      bus: `bus_${bus}`,
      energy_mwh: round6(energy),
      energy_usd: round6(marginal_cost * energy),
    };
  });

/** What is paid in the objective for what could not be kept; no part of the cost of operation. */
export function penalties(
  payload: SolvePayload,
  { unserved_mw, reserve_shortfall_mw, overflow_mw }: SolveResult,
): Penalty[] {
  const { options, reserves = [], transmission_lines = [] } = payload;
  const energyOf = (series: Series | undefined, name: string): number =>
    total(series?.[name]) / intervalsPerHour(payload);
  const price = options?.unserved_energy_usd_per_mwh ?? 0;
  const buses = Object.keys(unserved_mw ?? {});
  return [
    ...buses.map((bus) => penalty('unserved_energy', bus, price, energyOf(unserved_mw, bus))),
    ...reserves.map(({ name, penalty_usd_per_mwh = 0 }) =>
      penalty('reserve_shortfall', name, penalty_usd_per_mwh, energyOf(reserve_shortfall_mw, name)),
    ),
    ...transmission_lines.map(({ id, penalty_usd_per_mwh = 0 }) =>
      penalty('line_overflow', id, penalty_usd_per_mwh, energyOf(overflow_mw, id)),
    ),
  ].filter(({ energy_mwh }) => energy_mwh > 0);
}

function penalty(kind: Penalty['kind'], element_id: string, price: number, energy: number): Penalty {
  return {
    kind,
    element_id,
    energy_mwh: round6(energy),
    price_usd_per_mwh: price,
    penalty_usd: round6(price * energy),
  };
}
