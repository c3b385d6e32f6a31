/** Summary of a solve: status, cost, prices, unserved load, curtailment and violations. */
import { intervalsPerHour } from '../arithmetic/intervals.ts';
import { ratedOf } from '../arithmetic/output-limits.ts';
import { highestPrice, meanPrice, placesOf } from '../arithmetic/price-figures.ts';
import { amountAt } from '../arithmetic/series.ts';
import { shortfallsOf, verdictOf } from '../arithmetic/verdict.ts';
import type { Series, SolveResult } from '../messages/result.ts';
import type { SolvePayload } from '../schema.ts';
import type { Artifact } from './artifact.ts';
import { unitEvents } from './commitment-schedule.ts';
import { counted, firstMost, round6, said, total } from './figures.ts';
import { horizonFacts } from './interval-words.ts';
import { NAMES, priceOf, priceRows } from './prices.ts';

export function summary(payload: SolvePayload, result: SolveResult): Artifact {
  const facts = caseFacts(payload);
  const outcome = outcomeOf(result);
  const schedule = result.total_cost_usd === null ? undefined : scheduleFacts(payload, result);
  const sentences = [
    caseSentence(facts),
    ...outcomeSentences(result),
    ...(schedule ? [...verdictOf(result).sentences, ...scheduleSentences(schedule, payload, result)] : []),
  ];
  return {
    type: 'summary',
    title: 'Summary of the solve',
    statement: sentences.join(' '),
    data: { ...facts, ...outcome, ...schedule, warnings: result.warnings },
  };
}

const outcomeOf = (result: SolveResult) => ({
  termination_status: result.termination_status,
  solver: result.solver,
  solve_time_s: round6(result.solve_time_s),
  total_cost_usd: result.total_cost_usd,
  ...(result.cost_breakdown && { penalty_usd: result.cost_breakdown.penalty_usd }),
  objective_value_usd: result.objective_value,
  lower_bound_usd: result.lower_bound_usd,
  mip_gap_percent: result.mip_gap === null ? null : round6(100 * result.mip_gap),
  ...(result.infeasibility && { causes: result.infeasibility.causes.length }),
});

function outcomeSentences({
  termination_status,
  total_cost_usd,
  objective_value,
  mip_gap,
  infeasibility,
}: SolveResult): string[] {
  if (termination_status === 'INFEASIBLE') {
    const causes = infeasibility?.causes.length ?? 0;
    return [
      'The case is INFEASIBLE: no schedule satisfies all of its limits.',
      ...(causes > 0 ? [`${counted(causes, 'cause')} ${causes === 1 ? 'was' : 'were'} found.`] : []),
    ];
  }
  if (total_cost_usd === null || objective_value === null)
    return ['The time limit passed before a schedule was found (TIMEOUT).'];
  const quality = mip_gap === null ? '' : `, proven to be within ${said(100 * mip_gap)} % of the optimum`;
  return [
    `The schedule is ${termination_status}: its operating cost is ${said(total_cost_usd)} $, its objective ${said(objective_value)} $${quality}.`,
  ];
}

function scheduleFacts(payload: SolvePayload, result: SolveResult) {
  const perHour = intervalsPerHour(payload);
  const rows = priceRows(result);
  const lowest = firstMost(rows, (row) => -priceOf(row));
  const highest = highestPrice(result.lmp);
  const mean = meanPrice(payload.loads, result.lmp);
  const events = payload.generators.flatMap((unit) => unitEvents(unit, result, perHour));
  return {
    starts: events.filter(({ event }) => event === 'start').length,
    stops: events.filter(({ event }) => event === 'stop').length,
    ...(lowest && {
      min_price_usd_per_mwh: lowest.price_usd_per_mwh,
      min_price_bus: lowest.bus,
      min_price_hour: lowest.hour,
    }),
    ...(highest && {
      max_price_usd_per_mwh: highest.usd,
      max_price_bus: highest.bus,
      max_price_hour: highest.hour,
      max_price_bus_hours: highest.places,
      max_price_hours: highest.hours,
    }),
    ...(mean !== undefined && { mean_price_usd_per_mwh: round6(mean) }),
    binding_hours: new Set(result.binding_constraints.map(({ hour }) => hour)).size,
    unserved_mwh: energy(result.unserved_mw, perHour),
    curtailed_mwh: energy(result.curtailment_mw, perHour),
    overflow_mwh: energy(result.overflow_mw, perHour),
    reserve_shortfall_mwh: energy(result.reserve_shortfall_mw, perHour),
    shortfalls: shortfallsOf(result),
  };
}

const energy = (series: Series = {}, perHour: number): number =>
  round6(total(Object.values(series).flat()) / perHour);

function scheduleSentences(
  facts: ReturnType<typeof scheduleFacts>,
  { horizon }: SolvePayload,
  { lmp }: SolveResult,
): string[] {
  const peak = highestPrice(lmp);
  return [
    `Units start ${counted(facts.starts, 'time')} and stop ${counted(facts.stops, 'time')}.`,
    ...(peak === undefined || facts.min_price_usd_per_mwh === undefined
      ? []
      : [
          `Prices range from ${said(facts.min_price_usd_per_mwh)} $/MWh (${facts.min_price_bus}, hour ${facts.min_price_hour}) to ${said(peak.usd)} $/MWh (${placesOf(peak, NAMES)}).`,
        ]),
    facts.binding_hours > 0
      ? `Line limits bind in ${facts.binding_hours} of ${counted(horizon, 'hour')}.`
      : 'No line limit binds.',
  ];
}

/** Elements, capacity and demand of a case. */
export function caseFacts(payload: SolvePayload) {
  const { generators, loads, transmission_lines = [], renewables = [], storage = [] } = payload;
  const hours = Array.from({ length: payload.horizon }, (_, hour) => ({
    hour,
    mw: total(loads.map(({ values }) => amountAt(values, hour))),
  }));
  const peak = firstMost(hours, ({ mw }) => mw);
  const lowest = firstMost(hours, ({ mw }) => -mw);
  const buses = [
    ...[...generators, ...loads, ...renewables, ...storage].map(({ bus }) => bus),
    ...transmission_lines.flatMap(({ from_bus, to_bus }) => [from_bus, to_bus]),
  ];
  return {
    ...horizonFacts(payload),
    generators: generators.length,
    buses: new Set(buses).size,
    lines: transmission_lines.length,
    contingencies: payload.contingencies?.length ?? 0,
    renewables: renewables.length,
    storages: storage.length,
    reserves: payload.reserves?.length ?? 0,
    thermal_capacity_mw: round6(total(generators.map((unit) => ratedOf(unit).p_max))),
    energy_demand_mwh: round6(total(hours.map(({ mw }) => mw)) / intervalsPerHour(payload)),
    peak_demand_mw: round6(peak?.mw ?? 0),
    peak_hour: peak?.hour ?? 0,
    lowest_demand_mw: round6(lowest?.mw ?? 0),
    lowest_hour: lowest?.hour ?? 0,
  };
}

export const caseSentence = (facts: ReturnType<typeof caseFacts>): string =>
  `The case has ${counted(facts.generators, 'generator')} with ${said(facts.thermal_capacity_mw)} MW, ${counted(facts.lines, 'line')} and ${counted(facts.intervals ?? facts.horizon_h, 'hour')}; its demand is highest at hour ${facts.peak_hour} with ${said(facts.peak_demand_mw)} MW.`;
