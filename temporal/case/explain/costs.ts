/** Costs and penalties of a schedule by element, and their explanation. */

import { angleCost, flowCost } from '../arithmetic/dc-flow.ts';
import { withEmissionCosts } from '../arithmetic/emissions.ts';
import { intervalsPerHour } from '../arithmetic/intervals.ts';
import { shortfallCost } from '../arithmetic/reserve-shortfall.ts';
import { costOf, isList } from '../arithmetic/series.ts';
import { unservedCosts } from '../arithmetic/shedding.ts';
import { hourlyCosts, shutdownCosts, storageCost } from '../arithmetic/unit-cost.ts';
import type { Series, SolveResult } from '../messages/result.ts';
import type { SolvePayload } from '../schema.ts';
import type { Explainer } from './artifact.ts';
import { firstMost, mostTelling, round6, said, total } from './figures.ts';
import type { CaseView, ScheduleView } from './views.ts';

const MAX_UNITS = 500;

/**
 * Costs by unit. `shutdown_usd` is present for a unit with a shutdown cost. `rounded`: function that rounds figures.
 */
export function unitCosts(caseView: CaseView, schedule: ScheduleView, rounded = round6) {
  const perHour = intervalsPerHour(caseView);
  return withEmissionCosts(caseView).generators.map((unit) => {
    const [commitment, startup, output] = [schedule.commitment, schedule.startup, schedule.dispatch_mw].map(
      (rows) => Array.from(rows[unit.name] ?? []),
    );
    const hours = { commitment: commitment ?? [], startup: startup ?? [], output: output ?? [] };
    const costs = hourlyCosts(unit, hours, undefined, perHour);
    const stops = shutdownCosts(unit, hours);
    const energy = total(costs.energy);
    const noLoad = total(costs.noLoad);
    const starts = total(costs.startup);
    return {
      generator: unit.name,
      bus: `bus_${unit.bus}`,
      hours_on: hours.commitment.filter((on) => on === 1).length,
      starts: total(hours.startup),
      energy_mwh: rounded(total(output) / perHour),
      energy_usd: rounded(energy),
      no_load_usd: rounded(noLoad),
      startup_usd: rounded(starts),
      ...(unit.shutdown_cost && { shutdown_usd: rounded(stops) }),
      total_usd: rounded(energy + noLoad + starts + stops),
    };
  });
}

export const renewableCosts = (payload: SolvePayload, { renewable_mw }: SolveResult) =>
  (payload.renewables ?? []).map(({ name, bus, marginal_cost = 0 }) => {
    const output = Array.from(renewable_mw?.[name] ?? []);
    const perHour = intervalsPerHour(payload);
    return {
      renewable: name,
      bus: `bus_${bus}`,
      energy_mwh: round6(total(output) / perHour),
      energy_usd: round6(costOf(marginal_cost, output) / perHour),
    };
  });

const dcLineCosts = (payload: SolvePayload, { dc_flow_mw }: SolveResult) =>
  (payload.dc_lines ?? [])
    .filter(({ cost_usd_per_mwh }) => cost_usd_per_mwh)
    .map((line) => ({
      dc_line: line.id,
      energy_usd: round6(flowCost(line, dc_flow_mw?.[line.id]) / intervalsPerHour(payload)),
    }));

const phaseShifterCosts = (payload: SolvePayload, { phase_shift_deg }: SolveResult) =>
  (payload.phase_shifters ?? [])
    .filter(({ cost_usd_per_deg_h }) => cost_usd_per_deg_h)
    .map((item) => ({
      line: item.line,
      energy_usd: round6(angleCost(item, phase_shift_deg?.[item.line]) / intervalsPerHour(payload)),
    }));

/** Costs of storage with a charge or discharge cost. */
const storageCosts = ({ storage = [], ...payload }: SolvePayload, result: SolveResult) =>
  storage
    .filter((item) => item.charge_cost_usd_per_mwh || item.discharge_cost_usd_per_mwh)
    .map((item) => {
      const { charge_mw, discharge_mw } = result.storage?.[item.name] ?? {};
      const perHour = intervalsPerHour(payload);
      const [charged, discharged] = [total(charge_mw) / perHour, total(discharge_mw) / perHour];
      return {
        storage: item.name,
        bus: `bus_${item.bus}`,
        charged_mwh: round6(charged),
        discharged_mwh: round6(discharged),
        energy_usd: round6(storageCost(item, charged, discharged)),
      };
    });

/** Costs of DC lines, phase shifters and storage that have a price of use. */
function costsOfUse(payload: SolvePayload, result: SolveResult) {
  const [dc_lines, storage] = [dcLineCosts(payload, result), storageCosts(payload, result)];
  const phase_shifters = phaseShifterCosts(payload, result);
  return {
    ...(dc_lines.length > 0 && { dc_lines }),
    ...(phase_shifters.length > 0 && { phase_shifters }),
    ...(storage.length > 0 && { storage }),
  };
}

/** Penalties in the objective for violated requirements; not part of the operating cost. */
export function penalties(
  payload: SolvePayload,
  { unserved_mw, reserve_shortfall_mw, overflow_mw }: SolveResult,
) {
  const { reserves = [], transmission_lines = [] } = payload;
  const shedCost = unservedCosts(payload);
  const energyOf = (series: Series | undefined, name: string): number =>
    total(series?.[name]) / intervalsPerHour(payload);
  return [
    ...Object.entries(unserved_mw ?? {}).map(([bus, hours]) => {
      const mwh = energyOf(unserved_mw, bus);
      const usd = total(hours.map((mw, hour) => shedCost(bus, hour, mw).usd)) / intervalsPerHour(payload);
      // Mean price, because the steps of shedding may have different prices.
      return penalty('unserved_energy', bus, mwh > 0 ? round6(usd / mwh) : 0, mwh, usd);
    }),
    ...reserves.map((product) => {
      const { name, penalty_usd_per_mwh: price = 0, demand_curve } = product;
      const mwh = energyOf(reserve_shortfall_mw, name);
      if (!demand_curve) return penalty('reserve_shortfall', name, price, mwh);
      const usd = shortfallCost(product, reserve_shortfall_mw?.[name] ?? []) / intervalsPerHour(payload);
      return penalty('reserve_shortfall', name, mwh > 0 ? round6(usd / mwh) : 0, mwh, usd);
    }),
    ...transmission_lines.map(({ id, penalty_usd_per_mwh: price = 0 }) => {
      const mwh = energyOf(overflow_mw, id);
      if (!isList(price)) return penalty('line_overflow', id, price, mwh);
      const usd = costOf(price, overflow_mw?.[id] ?? []) / intervalsPerHour(payload);
      return penalty('line_overflow', id, mwh > 0 ? round6(usd / mwh) : 0, mwh, usd);
    }),
  ].filter(({ energy_mwh }) => energy_mwh > 0);
}

const penalty = (
  kind: 'unserved_energy' | 'reserve_shortfall' | 'line_overflow',
  element_id: string,
  price: number,
  energy: number,
  usd = price * energy,
) => ({
  kind,
  element_id,
  energy_mwh: round6(energy),
  price_usd_per_mwh: price,
  penalty_usd: round6(usd),
});

/** Sentences about the amounts that the objective subtracts. */
function worthOf(
  { stored_value_usd: stored, bid_value_usd: bids }: NonNullable<SolveResult['cost_breakdown']>,
  objective: number,
): string[] {
  const to = ` to ${said(objective)} $`;
  return [
    ...(stored
      ? [
          `The energy left in storage is worth ${said(stored)} $, which reduces the objective${bids ? '' : to}.`,
        ]
      : []),
    ...(bids
      ? [`The accepted demand of bids is worth ${said(bids)} $, which reduces the objective${to}.`]
      : []),
  ];
}

export const costBreakdown: Explainer = (payload, result) => {
  const { cost_breakdown: costs, total_cost_usd, objective_value } = result;
  if (costs === null || total_cost_usd === null || objective_value === null) return undefined;
  const units = unitCosts(payload, result);
  const dearest = firstMost(units, ({ total_usd }) => total_usd);
  const { records, omitted } = mostTelling(units, ({ total_usd }) => Math.abs(total_usd), MAX_UNITS);
  const penalized = penalties(payload, result);
  const share = dearest && total_cost_usd > 0 ? (100 * dearest.total_usd) / total_cost_usd : null;
  const largest = firstMost(penalized, ({ penalty_usd }) => penalty_usd);
  const sentences = [
    `The operating cost is ${said(total_cost_usd)} $: ${said(costs.energy_usd)} $ for energy, ${said(costs.no_load_usd)} $ no-load and ${said(costs.startup_usd)} $ for starts${costs.shutdown_usd ? `, and ${said(costs.shutdown_usd)} $ for stops` : ''}.`,
    dearest && share !== null
      ? `Generator ${dearest.generator} costs most, ${said(dearest.total_usd)} $ or ${said(share)} % of the operating cost.`
      : '',
    dearest
      ? `Of that, ${said(dearest.energy_usd)} $ are for energy, ${said(dearest.no_load_usd)} $ no-load and ${said(dearest.startup_usd)} $ for starts.`
      : '',
    costs.penalty_usd > 0
      ? `Penalties of ${said(costs.penalty_usd)} $ are added${costs.stored_value_usd || costs.bid_value_usd ? '' : ` and raise the objective to ${said(objective_value)} $`}.`
      : '',
    ...worthOf(costs, objective_value),
    largest
      ? `The largest penalty is ${said(largest.penalty_usd)} $ for ${said(largest.energy_mwh)} MWh of ${largest.kind.replace('_', ' ')} at ${largest.element_id}.`
      : '',
  ];
  return {
    type: 'cost_breakdown',
    title: 'Cost by kind and by unit',
    statement: sentences.filter(Boolean).join(' '),
    data: {
      total_cost_usd,
      objective_value_usd: objective_value,
      ...costs,
      ...(share !== null && { largest_share_percent: share }),
      generators: records,
      renewables: renewableCosts(payload, result),
      ...costsOfUse(payload, result),
      penalties: penalized,
      omitted,
    },
  };
};
