/**
 * What each limit that binds adds to the congestion part of the price of a bus: its shadow price times the share of a MW
 * that crosses it, when the MW is fed in at the bus and taken out where the prices refer to (the slack bus, else the load
 * of the island). Shares are those of DC power flow, after a contingency those of the network that is left (pure).
 */
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
  const { lines, contingencies, bindings } = question;
  const inService = lines.filter(({ in_service, x_pu }) => in_service !== false && x_pu !== 0);
  const lost = new Map(contingencies.map(({ id, lines: ids = [] }) => [id, new Set(ids)]));
  const flows = new Map<string | null, ReadonlyMap<string, number>>();
  const flowsAfter = (contingency: string | null): ReadonlyMap<string, number> => {
    const gone = lost.get(contingency ?? '');
    const left = inService.filter(({ id }) => !gone?.has(id));
    const known = flows.get(contingency) ?? transferFlows(left, transferOf(question, inService));
    flows.set(contingency, known);
    return known;
  };
  return bindings
    .map(({ line_id: line, contingency_id: contingency, flow_mw, shadow_price_usd_per_mwh: worth }) => {
      const share = flowsAfter(contingency).get(line) ?? 0;
      return { line, contingency, share, usd: -Math.sign(flow_mw) * Math.abs(worth) * share };
    })
    .sort((a, b) => Math.abs(b.usd) - Math.abs(a.usd));
}

type Transfer = ReadonlyMap<number, number>;

/** 1 MW in at the bus, 1 MW out at the reference of its island, MW per bus. */
function transferOf({ bus, loads, slackBus }: PriceQuestion, lines: readonly Line[]): Transfer {
  const island = islandOf(bus, lines);
  const own = loads.filter(([at]) => island.has(at));
  const total = own.reduce((mw, [, load]) => mw + load, 0);
  const transfer = new Map([[bus, 1]]);
  const take = (at: number, mw: number): unknown => transfer.set(at, (transfer.get(at) ?? 0) - mw);
  if (slackBus !== undefined && island.has(slackBus)) take(slackBus, 1);
  else if (total > 0) for (const [at, load] of own) take(at, load / total);
  else for (const at of island) take(at, 1 / island.size);
  return transfer;
}

function islandOf(bus: number, lines: readonly Line[]): Set<number> {
  const neighbors = new Map<number, number[]>();
  const tie = (from: number, to: number): unknown =>
    neighbors.set(from, [...(neighbors.get(from) ?? []), to]);
  for (const { from_bus, to_bus } of lines) {
    tie(from_bus, to_bus);
    tie(to_bus, from_bus);
  }
  const island = new Set([bus]);
  for (const at of island) for (const next of neighbors.get(at) ?? []) island.add(next);
  return island;
}

/** Flow on each line by id, MW: angles by conjugate gradients, scaled by the diagonal. */
function transferFlows(lines: readonly Line[], transfer: Transfer): Map<string, number> {
  const buses = new Map<number, number>();
  for (const { from_bus, to_bus } of lines)
    for (const bus of [from_bus, to_bus]) if (!buses.has(bus)) buses.set(bus, buses.size);
  const ties = lines.map(({ id, from_bus, to_bus, x_pu }) => ({
    id,
    from: buses.get(from_bus) ?? 0,
    to: buses.get(to_bus) ?? 0,
    b: 1 / x_pu,
  }));
  const injected = new Float64Array(buses.size);
  for (const [bus, mw] of transfer) {
    const at = buses.get(bus);
    if (at !== undefined) injected[at] = mw;
  }
  const angles = solveAngles(ties, injected);
  return new Map(ties.map(({ id, from, to, b }) => [id, ((angles[from] ?? 0) - (angles[to] ?? 0)) * b]));
}

interface Tie {
  readonly from: number;
  readonly to: number;
  readonly b: number;
}

const CLOSE = 1e-9;

function solveAngles(ties: readonly Tie[], injected: Float64Array): Float64Array {
  const diagonal = new Float64Array(injected.length);
  for (const { from, to, b } of ties) {
    diagonal[from] = (diagonal[from] ?? 0) + b;
    diagonal[to] = (diagonal[to] ?? 0) + b;
  }
  const angles = new Float64Array(injected.length);
  const rest = injected.slice();
  const scaled = (): Float64Array => rest.map((value, i) => value / (diagonal[i] || 1));
  let along = scaled();
  let size = dot(rest, along);
  for (let step = 0; step < 2 * injected.length && dot(rest, rest) > CLOSE * CLOSE; step += 1) {
    const carried = carry(ties, along);
    const length = size / (dot(along, carried) || 1);
    for (let i = 0; i < rest.length; i += 1) {
      angles[i] = (angles[i] ?? 0) + length * (along[i] ?? 0);
      rest[i] = (rest[i] ?? 0) - length * (carried[i] ?? 0);
    }
    const next = scaled();
    const nextSize = dot(rest, next);
    along = next.map((value, i) => value + (nextSize / (size || 1)) * (along[i] ?? 0));
    size = nextSize;
  }
  return angles;
}

/** MW that leave each bus at these angles. */
function carry(ties: readonly Tie[], angles: Float64Array): Float64Array {
  const out = new Float64Array(angles.length);
  for (const { from, to, b } of ties) {
    const mw = b * ((angles[from] ?? 0) - (angles[to] ?? 0));
    out[from] = (out[from] ?? 0) + mw;
    out[to] = (out[to] ?? 0) - mw;
  }
  return out;
}

function dot(a: Float64Array, b: Float64Array): number {
  let total = 0;
  for (let i = 0; i < a.length; i += 1) total += (a[i] ?? 0) * (b[i] ?? 0);
  return total;
}
