/**
 * Prices of flow limits: each belongs to a limit of the payload that binds, in the direction of its flow. The prices of
 * a soft line add up to at most its penalty, and to exactly the penalty where the line is overloaded. Regrets in $,
 * price times MW.
 */
import type { BindingConstraint } from '../../../temporal/case/messages/result.ts';
import type { Factors } from '../network/dense-lu.ts';
import { injections, lossSlopes } from '../network/injections.ts';
import { interfaceShift } from '../network/interface-flows.ts';
import type { NetworkAudit } from '../network/network-audit.ts';
import { addMultiple, shiftFactors } from '../network/outage-flows.ts';
import { effectCount } from '../network/phase-shifters.ts';
import { type GridLine, isSoft, limitOf } from '../schedule/grid.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at, readSeries } from '../schedule/series.ts';
import { interfacePrices } from './interface-regrets.ts';
import { rounding } from './read-prices.ts';
import { shifterRegrets } from './shifter-regrets.ts';

export function* limitRegrets(schedule: Schedule): Iterable<number> {
  const { grid, hours, overflow, result } = schedule;
  const position = new Map(grid.lines.map(({ id }, index) => [id, index]));
  /** Sum of the prices of a line, $/MWh, shape [lines][horizon]. */
  const sums = grid.lines.map(() => new Float64Array(hours.length));
  for (const binding of result.binding_constraints) {
    const line = position.get(binding.line_id) ?? -1;
    yield* bindingRegrets(binding, grid.lines[line], at(overflow[line] ?? [], binding.hour));
    const sum = sums[line];
    if (sum) sum[binding.hour] = at(sum, binding.hour) + Math.abs(binding.shadow_price_usd_per_mwh);
  }
  yield* softRegrets(schedule, sums);
}

function* bindingRegrets(
  { contingency_id, flow_mw, hour, limit_mw, shadow_price_usd_per_mwh }: BindingConstraint,
  line: GridLine | undefined,
  overflow: number,
): Iterable<number> {
  const limit = line ? limitOf(line, contingency_id, hour) : Number.NaN;
  const price = Math.abs(shadow_price_usd_per_mwh);
  const allowed = rounding([limit], [price]);
  yield Math.abs(limit_mw - limit);
  yield price * Math.abs(limit + overflow - Math.abs(flow_mw)) - allowed;
  // One MW more of a limit saves money: the price of the upper limit is not positive, that of the lower limit not
  // negative.
  if (flow_mw * shadow_price_usd_per_mwh > 0) yield price * limit - allowed;
}

function* softRegrets({ grid, hours, overflow }: Schedule, sums: readonly Float64Array[]): Iterable<number> {
  for (const [line, soft] of grid.lines.entries()) {
    if (!isSoft(soft)) continue;
    for (const hour of hours) {
      const penalty = at(soft.penalty, hour);
      const rating = limitOf(soft, null, hour);
      const room = Number.isFinite(rating) ? Math.max(1, rating) : 1;
      const above = at(overflow[line] ?? [], hour);
      const missing = penalty - at(sums[line] ?? [], hour);
      const allowed = rounding([room, above], [penalty]);
      if (above > 0) yield missing * above - allowed;
      yield -missing * room - allowed;
    }
  }
}

/** Tolerance of prices of losses, as a share of the largest: losses of the model are tangents of the physical ones. */
const SLOPE_SHARE = 0.02;
const SLOPE_USD_PER_MWH = 1e-3;

interface Hour {
  /** $/MWh by bus position. */
  readonly energy: Float64Array;
  readonly congestion: Float64Array;
  readonly loss: Float64Array;
  /** Net injection without its sign, at least 1 MW, by bus position. */
  readonly moved: Float64Array;
  /** MW by bus position: weights of the prices at the reference. */
  readonly weights: Float64Array;
  /** MW by bus position: where losses are drawn. */
  readonly drawn: Float64Array;
}

/**
 * Earnings from moving power between buses at their prices, $. They are 0 if congestion follows from the prices of the
 * flow limits, with shift factors computed here, and loss from the losses of the flows,
 *
 *     congestion[b] - sum_k mu[k] h[k,b]      and      loss[b] + lambda sum_l 2 r[l] f[l] h[l,b] / 100 MVA
 *
 * are the same at all buses of an island, and 0 at its reference. mu: prices of flow limits; h: shift factors; lambda:
 * energy price; r, f: resistances and flows of lines. Yields the difference at each bus times its MW, and the regrets of
 * phase shifters at these prices.
 */
export function* nodalRegrets(schedule: Schedule, audit: NetworkAudit): Iterable<number> {
  const { factors, flows } = audit;
  const { grid, hours, isLossy } = schedule;
  const net = injections(schedule);
  const groups = islands(schedule);
  const none = new Float64Array(grid.buses.length);
  const congestion = factors ? congestionPrices(schedule, factors, audit) : [];
  const ofShifters = factors ? shifterRegrets(schedule, factors) : () => [];
  for (const hour of hours) {
    const priced = readHour(schedule, hour, net[hour] ?? none);
    const expected = congestion[hour] ?? none;
    const carried = flows?.[hour] ?? none;
    const slopes = factors && isLossy ? lossSlopes(grid, factors, (line) => at(carried, line)) : undefined;
    for (const members of groups) {
      yield* spread(priced, members, priced.congestion, expected, 0);
      if (slopes) yield* lossRegrets(priced, members, expected, slopes);
    }
    const losses = slopes && {
      ...{ slopes, flows: carried },
      prices: groups.map((members) => lossPrice(priced, members, expected, slopes)),
    };
    yield* ofShifters(hour, expected, losses);
  }
}

/** Positions of the buses with a price, by island. */
export function islands({ grid, result }: Pick<Schedule, 'grid' | 'result'>): number[][] {
  const groups: number[][] = Array.from({ length: grid.islands }, () => []);
  for (const [position, bus] of grid.buses.entries()) {
    if (Object.hasOwn(result.lmp, `bus_${bus}`)) groups[grid.island[position] ?? 0]?.push(position);
  }
  return groups;
}

function readHour(schedule: Schedule, hour: number, net: Float64Array): Hour {
  const { grid, hours, result } = schedule;
  const part = (kind: 'energy' | 'congestion' | 'loss') =>
    Float64Array.from(grid.buses, (bus) =>
      at(readSeries(result.lmp_components[`bus_${bus}`], kind, hours.length), hour),
    );
  return {
    energy: part('energy'),
    congestion: part('congestion'),
    loss: part('loss'),
    moved: net.map((mw) => Math.max(1, Math.abs(mw))),
    weights: referenceWeights(schedule, hour),
    drawn: loadsAt(schedule, hour).map((mw) => Math.max(0, mw)),
  };
}

const loadsAt = ({ grid, load }: Schedule, hour: number): Float64Array =>
  Float64Array.from(grid.buses, (_, bus) => at(load[bus] ?? [], hour));

/** Weights by bus position: the slack bus alone in its island; the loads in any other. */
export function referenceWeights(schedule: Schedule, hour: number): Float64Array {
  const { case: judged, grid } = schedule;
  const slack = grid.position.get(judged.slack_bus);
  return loadsAt(schedule, hour).map((mw, bus) =>
    slack !== undefined && grid.island[slack] === grid.island[bus] ? Number(bus === slack) : mw,
  );
}

/** Congestion by bus and by phase shifter, sum_k mu[k] h[k,b], $/MWh and $ per degree, shape [horizon][effectCount]. */
function congestionPrices(schedule: Schedule, factors: Factors, audit: NetworkAudit): Float64Array[] {
  const { grid, hours, result } = schedule;
  const rowOf = rowsOfLimits(schedule, factors);
  const prices = hours.map(() => new Float64Array(effectCount(grid)));
  for (const binding of result.binding_constraints) {
    const price = binding.shadow_price_usd_per_mwh;
    const sums = prices[binding.hour];
    if (price === 0 || !sums) continue;
    addMultiple(sums, price, rowOf(binding));
  }
  addInterfacePrices(schedule, factors, audit, prices);
  return prices;
}

/** Adds the value of the limits of interfaces, $/MWh; `prices`: shape [horizon][buses], or [horizon][effectCount]. */
export function addInterfacePrices(
  schedule: Schedule,
  factors: Factors,
  audit: Pick<NetworkAudit, 'interfaceFlows'>,
  prices: readonly Float64Array[],
): void {
  for (const [i, hours] of interfacePrices(schedule, audit).entries()) {
    const item = schedule.interfaces[i];
    if (!item || hours.every((usd) => usd === 0)) continue;
    const shift = interfaceShift(schedule.grid, factors, item);
    for (const [hour, sums] of prices.entries()) addMultiple(sums, -at(hours, hour), shift);
  }
}

/**
 * Returns a function from a binding constraint to the shift factors of its line, computed once; empty for an unknown
 * line or outage.
 */
function rowsOfLimits(schedule: Schedule, factors: Factors) {
  const { grid, outages } = schedule;
  const lostIn = new Map(outages.filter(({ lines }) => lines.length > 0).map(({ id, lines }) => [id, lines]));
  const cache = new Map<string, Float64Array>();
  return ({ line_id, contingency_id }: BindingConstraint): Float64Array => {
    const name = JSON.stringify([line_id, contingency_id]);
    const cached = cache.get(name);
    if (cached) return cached;
    const line = grid.lines.findIndex(({ id }) => id === line_id);
    const lost = contingency_id === null ? [] : lostIn.get(contingency_id);
    const row = (line >= 0 && lost && shiftFactors(grid, factors, line, lost)) || new Float64Array();
    cache.set(name, row);
    return row;
  };
}

export const mean = (
  members: readonly number[],
  weights: Float64Array,
  values: ArrayLike<number>,
): number => {
  const total = members.reduce((sum, bus) => sum + at(weights, bus), 0);
  return total > 0
    ? members.reduce((sum, bus) => sum + at(weights, bus) * at(values, bus), 0) / total
    : members.reduce((sum, bus) => sum + at(values, bus), 0) / members.length;
};

/** Differences of one component from `expected`, both relative to the reference, times the MW of each bus, $. */
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

/** Price of a lost MWh in an island, $/MWh. */
function lossPrice(
  { energy, weights, drawn }: Hour,
  members: readonly number[],
  congestion: Float64Array,
  slopes: Float64Array,
): number {
  const beyond = (values: Float64Array) => mean(members, weights, values) - mean(members, drawn, values);
  return (at(energy, members[0] ?? -1) - beyond(congestion)) / (1 - beyond(slopes));
}

/**
 * Regrets of the loss component, $. Where losing energy would pay, losses are fixed to those of the flows and have no
 * price.
 */
function* lossRegrets(
  priced: Hour,
  members: readonly number[],
  congestion: Float64Array,
  slopes: Float64Array,
): Iterable<number> {
  const { loss, weights } = priced;
  const lambda = lossPrice(priced, members, congestion, slopes);
  if (lambda < 0 && members.every((bus) => at(loss, bus) === 0)) return;
  const expected = slopes.map((slope) => -lambda * slope);
  const reference = mean(members, weights, expected);
  const largest = members.reduce((most, bus) => Math.max(most, Math.abs(at(expected, bus) - reference)), 0);
  yield* spread(priced, members, loss, expected, SLOPE_SHARE * largest + SLOPE_USD_PER_MWH);
}
