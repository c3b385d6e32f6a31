/**
 * The Lagrange multipliers of a result in the form that the bound needs. Any numbers give a valid bound once their
 * signs are right: a multiplier that is missing, not finite, of the wrong sign or of an unknown element counts as 0.
 */

import { splitsIsland } from '../network/outage-flows.ts';
import { type Prices, reservePrices, unitOutages } from '../prices/read-prices.ts';
import { limitOf } from '../schedule/grid.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at, readSeries } from '../schedule/series.ts';

export interface FlowMultiplier {
  /** Position of the line in service. */
  readonly line: number;
  /** Positions of the lines that the contingency loses; empty in the base case. */
  readonly lost: readonly number[];
  readonly hour: number;
  /** Limit of the flow, MW. */
  readonly limit: number;
  /** $/MWh; at most 0 for flow <= limit, at least 0 for flow >= -limit. */
  readonly dual: number;
}

/** Reserve prices are at most the penalty of a shortfall; prices of reserve and headroom are at least 0. */
export interface BoundMultipliers extends Pick<Prices, 'reserves' | 'earned' | 'outages'> {
  /** Price at one bus of each island, $/MWh. */
  readonly energy: readonly { readonly bus: number; readonly prices: readonly number[] }[];
  readonly flows: readonly FlowMultiplier[];
  /** $/MWh, shape [interfaces][horizon]: above 0 for a finite upper limit, below 0 for a finite lower one. */
  readonly interfaces: readonly (readonly number[])[];
}

/** Reads the multipliers of the bound from a result; undefined if the result has none. */
export function readMultipliers(schedule: Schedule): BoundMultipliers | undefined {
  const { multipliers } = schedule.result;
  if (!multipliers) return undefined;
  const { hours } = schedule;
  const read = (record: unknown, key: string, most = Number.POSITIVE_INFINITY) =>
    readSeries(record, key, hours.length).map((value) => Math.min(most, Math.max(0, finite(value))));
  return {
    energy: energyPrices(schedule, multipliers.energy_usd_per_mwh),
    ...reservePrices(schedule, ({ name, penalty_usd_per_mwh }) =>
      read(multipliers.reserve_usd_per_mw, name, penalty_usd_per_mwh),
    ),
    flows: withinPenalties(schedule, flowMultipliers(schedule, multipliers.flow_limits)),
    interfaces: interfaceMultipliers(schedule),
    outages: unitOutages(schedule, (id) => read(multipliers.generator_outages, id)),
  };
}

/** Multipliers of interface limits; 0 after an outage that splits an island, since the limit does not apply. */
function interfaceMultipliers({ grid, hours, interfaces, result }: Schedule): number[][] {
  const splits = splitsIsland(grid);
  return interfaces.map(({ id, lost, p_min_mw, p_max_mw, penalty_usd_per_mwh: most }) => {
    const reported = readSeries(result.multipliers?.interfaces_usd_per_mwh, id, hours.length);
    return hours.map((hour) => {
      const price = finite(at(reported, hour));
      const isLimited = Number.isFinite(at(price < 0 ? p_min_mw : p_max_mw, hour)) && !splits(lost);
      return isLimited ? Math.min(most, Math.max(-most, price)) : 0;
    });
  });
}

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);

/** Price at the first bus of each island that has one, $/MWh; 0 if no bus of the island has one. */
function energyPrices({ grid, hours }: Schedule, prices: unknown): BoundMultipliers['energy'] {
  const pricedBuses = new Set(typeof prices === 'object' && prices !== null ? Object.keys(prices) : []);
  return Array.from({ length: grid.islands }, (_, island) => {
    const members = [...grid.buses.keys()].filter((bus) => grid.island[bus] === island);
    const bus = members.find((member) => pricedBuses.has(`bus_${grid.buses[member]}`)) ?? members[0] ?? 0;
    return { bus, prices: readSeries(prices, `bus_${grid.buses[bus]}`, hours.length).map(finite) };
  });
}

type Reported = NonNullable<Schedule['result']['multipliers']>['flow_limits'];

function flowMultipliers({ grid, hours, outages }: Schedule, reported: Reported): FlowMultiplier[] {
  const position = new Map(grid.lines.map(({ id }, line) => [id, line]));
  const lostBy = new Map(outages.map(({ id, lines }) => [id, lines]));
  return (Array.isArray(reported) ? reported : []).flatMap(
    ({ line_id, contingency_id, hour, usd_per_mwh }) => {
      const line = position.get(line_id) ?? -1;
      const lost = contingency_id === null ? [] : lostBy.get(contingency_id);
      const limited = grid.lines[line];
      if (!limited || !lost || hours[hour] === undefined || lost.includes(line)) return [];
      const limit = limitOf(limited, contingency_id, hour);
      const dual = finite(usd_per_mwh);
      return !Number.isFinite(limit) ? [] : [{ line, lost, hour, limit, dual }];
    },
  );
}

/** All limits of a soft line in one hour share one overflow: the sum of their multipliers is at most the penalty. */
function withinPenalties({ grid }: Schedule, flows: readonly FlowMultiplier[]): FlowMultiplier[] {
  const totals = new Map<string, number>();
  for (const { line, hour, dual } of flows) {
    const key = `${line}/${hour}`;
    totals.set(key, (totals.get(key) ?? 0) + Math.abs(dual));
  }
  return flows.map((flow) => {
    const penalty = grid.lines[flow.line]?.penalty[flow.hour] ?? Number.POSITIVE_INFINITY;
    const total = totals.get(`${flow.line}/${flow.hour}`) ?? 0;
    return total > penalty ? { ...flow, dual: flow.dual * (penalty / total) } : flow;
  });
}
