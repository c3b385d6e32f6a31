/**
 * What moving power between buses could earn at their prices, $: nothing, if congestion is what the prices of the
 * flow limits make with shift factors computed here, and loss what the flows lose,
 *
 *     congestion[b] - sum_k mu[k] h[k,b]      and      loss[b] + lambda sum_l 2 r[l] f[l] h[l,b] / 100 MVA
 *
 * are the same at all buses of an island, and 0 at its reference. Per bus: the difference times the MW there.
 */
import type { BindingConstraint } from '../../../temporal/case/messages/result.ts';
import type { Factors } from '../network/dense-lu.ts';
import { injections } from '../network/injections.ts';
import { lineContingencies, type NetworkAudit } from '../network/network-audit.ts';
import { shiftFactors } from '../network/outage-flows.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at, readSeries } from '../schedule/series.ts';
import { rounding } from './read-prices.ts';

const BASE_MVA = 100;
/** The engine's losses are tangents of the physical ones: their slopes may be off by this share of the largest. */
const SLOPE_SHARE = 0.02;
const SLOPE_USD_PER_MWH = 1e-3;

interface Hour {
  /** $/MWh by bus position. */
  readonly energy: Float64Array;
  readonly congestion: Float64Array;
  readonly loss: Float64Array;
  /** MW by bus position, at least 1. */
  readonly moved: Float64Array;
  /** MW by bus position: what the prices at the reference are weighted with. */
  readonly weights: Float64Array;
  /** MW by bus position: where losses are drawn. */
  readonly drawn: Float64Array;
}

export function* nodalRegrets(schedule: Schedule, { factors, flows }: NetworkAudit): Iterable<number> {
  const { grid, hours, payload } = schedule;
  const net = injections(schedule);
  const groups = islands(schedule);
  const none = new Float64Array(grid.buses.length);
  const congestion = factors ? congestionPrices(schedule, factors) : [];
  for (const hour of hours) {
    const priced = readHour(schedule, hour, net[hour] ?? none);
    const expected = congestion[hour] ?? none;
    const slopes =
      factors && payload.options?.losses ? lossSlopes(schedule, factors, flows?.[hour] ?? none) : undefined;
    for (const members of groups) {
      yield* spread(priced, members, priced.congestion, expected, 0);
      if (slopes) yield* lossRegrets(priced, members, expected, slopes);
    }
  }
}

function islands({ grid, result }: Schedule): number[][] {
  const groups: number[][] = Array.from({ length: grid.islands }, () => []);
  for (const [position, bus] of grid.buses.entries()) {
    if (Object.hasOwn(result.lmp, `bus_${bus}`)) groups[grid.island[position] ?? 0]?.push(position);
  }
  return groups;
}

function readHour({ grid, hours, load, payload, result }: Schedule, hour: number, net: Float64Array): Hour {
  const part = (kind: 'energy' | 'congestion' | 'loss') =>
    Float64Array.from(grid.buses, (bus) =>
      at(readSeries(result.lmp_components[`bus_${bus}`], kind, hours.length), hour),
    );
  const slack = grid.position.get(payload.options?.slack_bus ?? Number.NaN);
  const loads = Float64Array.from(grid.buses, (_, bus) => at(load[bus] ?? [], hour));
  return {
    energy: part('energy'),
    congestion: part('congestion'),
    loss: part('loss'),
    moved: net.map((mw) => Math.max(1, Math.abs(mw))),
    weights: loads.map((mw, bus) =>
      slack !== undefined && grid.island[slack] === grid.island[bus] ? Number(bus === slack) : mw,
    ),
    drawn: loads.map((mw) => Math.max(0, mw)),
  };
}

/** sum_k mu[k] h[k,b], $/MWh, shape [horizon][buses]. */
function congestionPrices(schedule: Schedule, factors: Factors): Float64Array[] {
  const { grid, hours, result } = schedule;
  const rowOf = rowsOfLimits(schedule, factors);
  const prices = hours.map(() => new Float64Array(grid.buses.length));
  for (const binding of result.binding_constraints) {
    const price = binding.shadow_price_usd_per_mwh;
    const sums = prices[binding.hour];
    if (price === 0 || !sums) continue;
    const row = rowOf(binding);
    for (let bus = 0; bus < sums.length; bus++) sums[bus] = at(sums, bus) + price * at(row, bus);
  }
  return prices;
}

/** Shift factors of a limit, computed once; those of what is no line or no outage are missing. */
function rowsOfLimits(schedule: Schedule, factors: Factors) {
  const { grid } = schedule;
  const lostIn = new Map(lineContingencies(schedule).map(({ id, lost }) => [id, lost]));
  const known = new Map<string, Float64Array>();
  return ({ line_id, contingency_id }: BindingConstraint): Float64Array => {
    const name = JSON.stringify([line_id, contingency_id]);
    const found = known.get(name);
    if (found) return found;
    const line = grid.lines.findIndex(({ id }) => id === line_id);
    const lost = contingency_id === null ? [] : lostIn.get(contingency_id);
    const row = (line >= 0 && lost && shiftFactors(grid, factors, line, lost)) || new Float64Array();
    known.set(name, row);
    return row;
  };
}

/** sum_l 2 r[l] f[l] h[l,b] / 100 MVA, shape [buses]: minus the angles that 2 r f b at both ends of each line make. */
function lossSlopes({ grid }: Schedule, factors: Factors, flows: Float64Array): Float64Array {
  const ends = new Float64Array(grid.buses.length);
  for (const [position, { from, to, resistance, susceptance }] of grid.lines.entries()) {
    const weight = (2 * resistance * at(flows, position) * susceptance) / BASE_MVA;
    ends[from] = at(ends, from) + weight;
    ends[to] = at(ends, to) - weight;
  }
  for (let island = 0; island < grid.islands; island++) ends[grid.island.indexOf(island)] = 0;
  return factors.solve(ends);
}

const mean = (members: readonly number[], weights: Float64Array, values: Float64Array): number => {
  const total = members.reduce((sum, bus) => sum + at(weights, bus), 0);
  return total > 0
    ? members.reduce((sum, bus) => sum + at(weights, bus) * at(values, bus), 0) / total
    : members.reduce((sum, bus) => sum + at(values, bus), 0) / members.length;
};

/** How far one component is from `expected`, both as seen from the reference, times the MW of each bus, $. */
function* spread(
  { moved, weights }: Hour,
  members: readonly number[],
  reported: Float64Array,
  expected: Float64Array,
  allowance: number,
): Iterable<number> {
  const reference = mean(members, weights, expected);
  for (const bus of members) {
    const off = Math.abs(at(reported, bus) - at(expected, bus) + reference) - allowance;
    yield off * at(moved, bus) - rounding([at(moved, bus)], [at(reported, bus)]);
  }
}

/** Where losing energy would pay, losses are held at what the flows lose and have no price. */
function* lossRegrets(
  priced: Hour,
  members: readonly number[],
  congestion: Float64Array,
  slopes: Float64Array,
): Iterable<number> {
  const { energy, loss, weights, drawn } = priced;
  const beyond = (values: Float64Array) => mean(members, weights, values) - mean(members, drawn, values);
  const lambda = (at(energy, members[0] ?? -1) - beyond(congestion)) / (1 - beyond(slopes));
  if (lambda < 0 && members.every((bus) => at(loss, bus) === 0)) return;
  const expected = slopes.map((slope) => -lambda * slope);
  const reference = mean(members, weights, expected);
  const largest = members.reduce((most, bus) => Math.max(most, Math.abs(at(expected, bus) - reference)), 0);
  yield* spread(priced, members, loss, expected, SLOPE_SHARE * largest + SLOPE_USD_PER_MWH);
}
