/** What a case consists of: elements, capacity and demand. */
import { intervalsPerHour } from '../../../temporal/case/arithmetic/intervals.ts';
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import { counted, firstMost, round6, said, total } from './figures.ts';
import { horizonFacts } from './interval-words.ts';

interface CaseFacts extends ReturnType<typeof horizonFacts> {
  readonly generators: number;
  readonly buses: number;
  readonly lines: number;
  readonly contingencies: number;
  readonly renewables: number;
  readonly storages: number;
  readonly reserves: number;
  readonly thermal_capacity_mw: number;
  readonly energy_demand_mwh: number;
  readonly peak_demand_mw: number;
  readonly peak_hour: number;
  readonly lowest_demand_mw: number;
  readonly lowest_hour: number;
}

export function caseFacts(payload: SolvePayload): CaseFacts {
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
    thermal_capacity_mw: round6(total(generators.map(({ p_max }) => p_max))),
    energy_demand_mwh: round6(total(hours.map(({ mw }) => mw)) / intervalsPerHour(payload)),
    peak_demand_mw: round6(peak?.mw ?? 0),
    peak_hour: peak?.hour ?? 0,
    lowest_demand_mw: round6(lowest?.mw ?? 0),
    lowest_hour: lowest?.hour ?? 0,
  };
}

export const caseSentence = (facts: CaseFacts): string =>
  `The case has ${counted(facts.generators, 'generator')} with ${said(facts.thermal_capacity_mw)} MW, ${counted(facts.lines, 'line')} and ${counted(facts.intervals ?? facts.horizon_h, 'hour')}; its demand is highest at hour ${facts.peak_hour} with ${said(facts.peak_demand_mw)} MW.`;
