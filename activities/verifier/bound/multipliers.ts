/**
 * The Lagrange multipliers of a result, as the bound needs them. Any numbers give a valid bound once their signs are
 * right: what is missing, not finite, of the wrong sign or of something that the payload does not have counts as 0.
 */

import type { Schedule } from '../schedule/schedule.ts';
import { readSeries } from '../schedule/series.ts';

export interface FlowMultiplier {
  /** Position of the line in service. */
  readonly line: number;
  /** Positions of the lines that the contingency loses; none in the base case. */
  readonly lost: readonly number[];
  readonly hour: number;
  /** MW. */
  readonly limit: number;
  /** $/MWh; at most 0 for flow <= limit, at least 0 for flow >= -limit. */
  readonly dual: number;
}

export interface BoundMultipliers {
  /** Price at one bus of each island, $/MWh. */
  readonly energy: readonly { readonly bus: number; readonly prices: readonly number[] }[];
  /** $/MW, shape [products][horizon]; at least 0, at most the price of a shortfall. */
  readonly reserve: readonly (readonly number[])[];
  readonly flows: readonly FlowMultiplier[];
  /** By contingency that loses generators, $/MW, at least 0. */
  readonly outages: readonly { readonly lost: ReadonlySet<string>; readonly prices: readonly number[] }[];
}

/** Undefined when the result has none. */
export function readMultipliers(schedule: Schedule): BoundMultipliers | undefined {
  const { multipliers } = schedule.result;
  if (!multipliers) return undefined;
  const { hours, payload, jobType, reserves } = schedule;
  const read = (record: unknown, key: string, most = Number.POSITIVE_INFINITY) =>
    readSeries(record, key, hours.length).map((value) => Math.min(most, Math.max(0, finite(value))));
  const outages = jobType === 'scuc' ? (payload.contingencies ?? []) : [];
  return {
    energy: energyPrices(schedule, multipliers.energy_usd_per_mwh),
    reserve: reserves.map(({ product: { name, penalty_usd_per_mwh } }) =>
      read(multipliers.reserve_usd_per_mw, name, penalty_usd_per_mwh),
    ),
    flows: withinPenalties(schedule, flowMultipliers(schedule, multipliers.flow_limits)),
    outages: outages
      .filter(({ enabled, generators = [] }) => enabled !== false && generators.length > 0)
      .map(({ id, generators }) => ({
        lost: new Set(generators),
        prices: read(multipliers.generator_outages, id),
      })),
  };
}

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);

/** Price of the first bus of each island that has one, $/MWh; 0 where none has. */
function energyPrices({ grid, hours }: Schedule, prices: unknown): BoundMultipliers['energy'] {
  const named = new Set(typeof prices === 'object' && prices !== null ? Object.keys(prices) : []);
  return Array.from({ length: grid.islands }, (_, island) => {
    const members = [...grid.buses.keys()].filter((bus) => grid.island[bus] === island);
    const bus = members.find((member) => named.has(`bus_${grid.buses[member]}`)) ?? members[0] ?? 0;
    return { bus, prices: readSeries(prices, `bus_${grid.buses[bus]}`, hours.length).map(finite) };
  });
}

type Reported = NonNullable<Schedule['result']['multipliers']>['flow_limits'];

function flowMultipliers({ grid, hours, jobType, payload }: Schedule, reported: Reported): FlowMultiplier[] {
  const position = new Map(grid.lines.map(({ id }, line) => [id, line]));
  const outages = jobType === 'scuc' ? (payload.contingencies ?? []) : [];
  const lostBy = new Map(
    outages
      .filter(({ enabled }) => enabled !== false)
      .map(({ id, lines = [] }) => [id, [...new Set(lines)].flatMap((line) => position.get(line) ?? [])]),
  );
  return (Array.isArray(reported) ? reported : []).flatMap(
    ({ line_id, contingency_id, hour, usd_per_mwh }) => {
      const line = position.get(line_id) ?? -1;
      const lost = contingency_id === null ? [] : lostBy.get(contingency_id);
      const limits = grid.lines[line];
      if (!limits || !lost || hours[hour] === undefined || lost.includes(line)) return [];
      const limit = contingency_id === null ? limits.rating : limits.emergency;
      const dual = finite(usd_per_mwh);
      return !Number.isFinite(limit) ? [] : [{ line, lost, hour, limit, dual }];
    },
  );
}

/** All limits of a soft line in one hour share one overflow: together they are worth at most its price. */
function withinPenalties({ grid, payload }: Schedule, flows: readonly FlowMultiplier[]): FlowMultiplier[] {
  const penalties = new Map(payload.transmission_lines?.map((line) => [line.id, line.penalty_usd_per_mwh]));
  const totals = new Map<string, number>();
  for (const { line, hour, dual } of flows) {
    const key = `${line}/${hour}`;
    totals.set(key, (totals.get(key) ?? 0) + Math.abs(dual));
  }
  return flows.map((flow) => {
    const penalty = penalties.get(grid.lines[flow.line]?.id ?? '') ?? Number.POSITIVE_INFINITY;
    const total = totals.get(`${flow.line}/${flow.hour}`) ?? 0;
    return total > penalty ? { ...flow, dual: flow.dual * (penalty / total) } : flow;
  });
}
