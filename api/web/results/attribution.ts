/**
 * What each limit that binds adds to the congestion part of the price of a bus: its shadow price times the share of a MW
 * that crosses it, when the MW is fed in at the bus and taken out where the prices refer to (the slack bus, else the load
 * of the island). Shares are those of DC power flow, after a contingency those of the network that is left (pure).
 */
import { neighborsOf, stepsFrom } from '../network/layout.ts';
import type { Binding, Line } from './pack.ts';

export interface PriceQuestion {
  readonly bus: number;
  /** Bus -> MW in the hour. */
  readonly loads: readonly (readonly [bus: number, mw: number])[];
  readonly slackBus: number | undefined;
  readonly lines: readonly Line[];
  readonly contingencies: readonly { readonly id: string; readonly lines?: readonly string[] }[];
  /** Limits that bind in the hour. */
  readonly bindings: readonly Binding[];
}

export interface Contribution {
  readonly line: string;
  readonly contingency: string | null;
  /** MW on the line for a MW at the bus. */
  readonly share: number;
  /** $/MWh */
  readonly usd: number;
}

/** The largest first. */
export function contributionsOf(question: PriceQuestion): Contribution[] {
  const lines = question.lines.filter(({ in_service, x_pu }) => in_service !== false && x_pu !== 0);
  const ends = new Set(lines.flatMap(({ from_bus, to_bus }) => [from_bus, to_bus]));
  const numbers = new Map([...ends].map((bus, i) => [bus, i]));
  const number = (bus: number): number => numbers.get(bus) ?? -1;
  const ties = lines.map(({ id, from_bus, to_bus, x_pu }): Tie => {
    return { id, from: number(from_bus), to: number(to_bus), b: 1 / x_pu };
  });
  const transfer = transferOf(question, ties, numbers);
  const known = new Map<string | null, ReadonlyMap<string, number>>();
  const flowsAfter = (contingency: string | null): ReadonlyMap<string, number> => {
    const lost = new Set(question.contingencies.find(({ id }) => id === contingency)?.lines);
    const left = ties.filter(({ id }) => !lost.has(id));
    const flows = known.get(contingency) ?? flowsOf(left, transfer);
    known.set(contingency, flows);
    return flows;
  };
  return question.bindings
    .map(({ line_id: line, contingency_id: contingency, flow_mw, shadow_price_usd_per_mwh: worth }) => {
      const share = flowsAfter(contingency).get(line) ?? 0;
      return { line, contingency, share, usd: -Math.sign(flow_mw) * Math.abs(worth) * share };
    })
    .sort((a, b) => Math.abs(b.usd) - Math.abs(a.usd));
}

/** A line between two buses by their numbers. */
interface Tie {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly b: number;
}

function add(values: Float64Array, i: number, more: number): void {
  values[i] = (values[i] ?? 0) + more;
}

/** 1 MW in at the bus, 1 MW out at the reference of its island, MW per bus. */
function transferOf(
  { bus, loads, slackBus = Number.NaN }: PriceQuestion,
  ties: readonly Tie[],
  numbers: ReadonlyMap<number, number>,
): Float64Array {
  const transfer = new Float64Array(numbers.size);
  const [at = -1, slack = -1] = [numbers.get(bus), numbers.get(slackBus)];
  const neighbors = neighborsOf(
    numbers.size,
    ties.map(({ from, to }) => [from, to]),
  );
  const island = stepsFrom(neighbors, at);
  const own = loads
    .map(([each, mw]) => [numbers.get(each) ?? -1, mw] as const)
    .filter(([i]) => island.has(i));
  const total = own.reduce((sum, [, mw]) => sum + mw, 0);
  add(transfer, at, 1);
  if (island.has(slack)) add(transfer, slack, -1);
  else if (total > 0) for (const [i, mw] of own) add(transfer, i, -mw / total);
  else for (const i of island.keys()) add(transfer, i, -1 / island.size);
  return transfer;
}

const CLOSE = 1e-9;

/** Flow on each line by id, MW: angles by conjugate gradients, scaled by the diagonal. */
function flowsOf(ties: readonly Tie[], transfer: Float64Array): Map<string, number> {
  const diagonal = new Float64Array(transfer.length);
  for (const { from, to, b } of ties) {
    add(diagonal, from, b);
    add(diagonal, to, b);
  }
  const angles = new Float64Array(transfer.length);
  // A bus without a line that is left takes nothing.
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

/** MW that leave each bus at these angles. */
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
