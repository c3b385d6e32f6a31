/**
 * Contribution of each binding limit to the price of a bus: its shadow price times its share, which is the flow on the
 * line per MW injected at the bus and withdrawn at the origin of the price. The origin is the element that sets the
 * price elsewhere in the network; without one, the reference of congestion (the slack bus, else the load of the
 * island). Shares follow from DC power flow; after a contingency, in the network without the lost lines.
 */
import { islandOfEachBus } from '../arithmetic/islands.ts';
import { amountAt } from '../arithmetic/series.ts';
import { type BindingLimit, limitsAt } from './binding-limits.ts';
import { round6, total } from './figures.ts';
import { priceGroupOf } from './price-groups.ts';
import type { CaseView, ScheduleView } from './views.ts';

/**
 * Input of `limitShares`. It contains a single hour of the case, because it is copied to another thread for large
 * networks.
 */
export interface LimitQuestion {
  readonly bus: number;
  /** Bus -> load in the hour, MW. */
  readonly loads: readonly (readonly [bus: number, mw: number])[];
  /** Buses at which the power may be withdrawn; the first of them in the island of the bus is used. */
  readonly sinks: readonly number[];
  readonly lines: NonNullable<CaseView['transmission_lines']>;
  readonly contingencies: NonNullable<CaseView['contingencies']>;
  /** Binding limits of the hour. */
  readonly bindings: readonly BindingLimit[];
}

export interface LimitShare {
  /** Id of the line, or of the interface. */
  readonly line_id: string;
  readonly contingency_id: string | null;
  readonly is_interface?: true;
  /** Absolute flow on the line per MW injected at the bus. */
  readonly share: number;
  readonly usd_per_mwh: number;
}

/** Input of `limitShares` for the price at `bus_<n>` in an hour. */
export function limitQuestion(
  caseView: CaseView,
  schedule: ScheduleView,
  bus: string,
  hour: number,
): LimitQuestion {
  const { transmission_lines: lines = [], contingencies = [], loads, options } = caseView;
  const bindings = limitsAt(caseView, schedule, hour);
  const lost = new Set(bindings.map(({ contingency_id }) => contingency_id));
  const group = priceGroupOf(caseView, schedule, bus, hour);
  const from =
    group?.how === 'network' ? group.setters.slice(0, 1).map((setter) => numberOf(setter.bus)) : [];
  return {
    bus: numberOf(bus),
    loads: loads.map(({ bus: at, values }) => [at, amountAt(values, hour)]),
    sinks: [...from, ...(options?.slack_bus === undefined ? [] : [options.slack_bus])],
    lines,
    contingencies: contingencies.filter(({ id }) => lost.has(id)),
    bindings,
  };
}

const numberOf = (bus: string): number => Number(bus.replace(/^bus_/, ''));

/** Contributions of the limits to a price, for callers on a server, which need no other thread. */
export const limitsOf = (...about: Parameters<typeof limitQuestion>): LimitShare[] =>
  limitShares(limitQuestion(...about));

/** Contributions of the limits, largest first. */
export function limitShares(question: LimitQuestion): LimitShare[] {
  if (question.bindings.length === 0) return [];
  const lines = question.lines.filter(({ in_service, x_pu }) => in_service !== false && x_pu !== 0);
  const ends = new Set(lines.flatMap(({ from_bus, to_bus }) => [from_bus, to_bus]));
  const numbers = new Map([...ends].map((bus, i) => [bus, i]));
  const number = (bus: number): number => numbers.get(bus) ?? -1;
  const ties = lines.map(({ id, from_bus, to_bus, x_pu }): Tie => {
    return { id, from: number(from_bus), to: number(to_bus), b: 1 / x_pu };
  });
  const transfer = transferOf(question, ties, numbers);
  const flows = new Map(
    [...new Set(question.bindings.map(({ contingency_id }) => contingency_id))].map((contingency) => {
      const lost = new Set(question.contingencies.find(({ id }) => id === contingency)?.lines);
      const remaining = ties.filter(({ id }) => !lost.has(id));
      return [contingency, flowsOf(remaining, transfer)];
    }),
  );
  return question.bindings
    .map(({ line_id, contingency_id, flow_mw, shadow_price_usd_per_mwh: worth, parts }): LimitShare => {
      const flowOf = (id: string): number => flows.get(contingency_id)?.get(id) ?? 0;
      const flow = parts ? total(parts.map(({ id, factor }) => factor * flowOf(id))) : flowOf(line_id);
      const usd_per_mwh = parts ? worth * flow : -Math.sign(flow_mw) * Math.abs(worth) * flow;
      const share = { share: round6(Math.abs(flow)), usd_per_mwh: round6(usd_per_mwh) };
      return { line_id, contingency_id, ...(parts && { is_interface: true }), ...share };
    })
    .sort((a, b) => Math.abs(b.usd_per_mwh) - Math.abs(a.usd_per_mwh));
}

/** A line, by the numbers of its two buses. */
interface Tie {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly b: number;
}

function add(values: Float64Array, i: number, more: number): void {
  values[i] = (values[i] ?? 0) + more;
}

/** Injections of a transfer, MW per bus: 1 MW at the bus, withdrawn at a sink or at the load of its island. */
function transferOf(
  { bus, loads, sinks }: LimitQuestion,
  ties: readonly Tie[],
  numbers: ReadonlyMap<number, number>,
): Float64Array {
  const transfer = new Float64Array(numbers.size);
  const at = numbers.get(bus);
  if (at === undefined) return transfer;
  const islands = islandOfEachBus(numbers.size, ties);
  const isNear = (place: number): boolean => islands[place] === islands[at];
  const sink = sinks.map((each) => numbers.get(each) ?? -1).find(isNear);
  const demand = loads.flatMap(([each, mw]) => {
    const place = numbers.get(each) ?? -1;
    return isNear(place) ? [[place, mw] as const] : [];
  });
  const members = [...islands.keys()].filter(isNear);
  const all = total(demand.map(([, mw]) => mw));
  add(transfer, at, 1);
  if (sink !== undefined) add(transfer, sink, -1);
  else if (all > 0) for (const [place, mw] of demand) add(transfer, place, -mw / all);
  else for (const place of members) add(transfer, place, -1 / members.length);
  return transfer;
}

const CLOSE = 1e-9;

/** Flow on each line by id, MW: angles by conjugate gradients with a diagonal preconditioner. */
function flowsOf(ties: readonly Tie[], transfer: Float64Array): Map<string, number> {
  const diagonal = new Float64Array(transfer.length);
  for (const { from, to, b } of ties) {
    add(diagonal, from, b);
    add(diagonal, to, b);
  }
  const angles = new Float64Array(transfer.length);
  // Injection of 0 at a bus whose lines are all out of service.
  const rest = transfer.map((mw, i) => (diagonal[i] ? mw : 0));
  const scaled = (): Float64Array => rest.map((mw, i) => mw / (diagonal[i] || 1));
  let along = scaled();
  let size = dot(rest, along);
  for (let step = 0; step < 2 * rest.length && dot(rest, rest) > CLOSE * CLOSE; step += 1) {
    const carried = carry(ties, along);
    const length = size / (dot(along, carried) || 1);
    for (let i = 0; i < rest.length; i += 1) {
      add(angles, i, length * (along[i] ?? 0));
      add(rest, i, -length * (carried[i] ?? 0));
    }
    const next = scaled();
    const nextSize = dot(rest, next);
    const turn = nextSize / (size || 1);
    along = next.map((way, i) => way + turn * (along[i] ?? 0));
    size = nextSize;
  }
  return new Map(ties.map((tie) => [tie.id, flowOn(tie, angles)]));
}

const flowOn = ({ from, to, b }: Tie, angles: Float64Array): number =>
  b * ((angles[from] ?? 0) - (angles[to] ?? 0));

/** Power that leaves each bus at given voltage angles, MW. */
function carry(ties: readonly Tie[], angles: Float64Array): Float64Array {
  const out = new Float64Array(angles.length);
  for (const tie of ties) {
    const mw = flowOn(tie, angles);
    add(out, tie.from, mw);
    add(out, tie.to, -mw);
  }
  return out;
}

const dot = (a: Float64Array, b: Float64Array): number =>
  a.reduce((total, value, i) => total + value * (b[i] ?? 0), 0);
