/**
 * A day on a meshed network. The ratings follow from the flows of a merit-order dispatch without limits: most lines
 * have headroom, a few have too little. Limits therefore bind, also after outages, and prices differ by bus.
 */

import { readLines } from '../../../activities/case/read-line.ts';
import { toNetwork } from '../../../activities/network/network.ts';
import { type ShiftFactors, shiftFactors } from '../../../activities/network/shift-factors.ts';
import type { Line, Load, SolvePayload } from '../../../temporal/case/schema.ts';
import type { SteadyUnit } from './a-unit.ts';
import { hardCase } from './hard-case.ts';
import { type Random, random } from './random.ts';

/** Number of lines per bus. */
const DENSITY = 1.4;
/** Smallest rating of a line, MW. */
const SMALLEST_RATING = 50;

/** Makes a case. `outages`: true if the loss of any line is a contingency; no line is a bridge. */
export function meshedCase(
  buses: number,
  units: number,
  { horizon = 24, seed = 1, outages = false } = {},
): SolvePayload {
  const r = random(seed);
  const { generators: plain, loads } = hardCase(units, horizon, seed);
  const generators = plain.map((unit) => ({ ...unit, bus: r.integer(1, buses) }));
  const demand = loads[0]?.values ?? [];
  const spread = spreadLoads(r, buses, demand);
  const unlimited = meshedLines(r, buses);
  const transmission_lines = rated(r, unlimited, flowsOf(unlimited, generators, spread, demand), outages);
  return {
    generators,
    loads: spread,
    transmission_lines,
    ...(outages && { contingencies: unlimited.map(({ id }) => ({ id: `lose ${id}`, lines: [id] })) }),
    horizon,
    ...(!outages && { options: { network: true } }),
  };
}

/** Lines of a ring that winds through a grid of buses row by row, and lines between neighbouring rows. */
function meshedLines(r: Random, buses: number): Line[] {
  const width = Math.ceil(Math.sqrt(buses));
  const line = (from_bus: number, to_bus: number): Line => ({
    id: `${from_bus}-${to_bus}`,
    from_bus,
    to_bus,
    x_pu: r.between(0.02, 0.1),
  });
  const ring = Array.from({ length: buses }, (_, i) => line(i + 1, ((i + 1) % buses) + 1));
  // Rows alternate in direction, so the bus below is as far after the end of the row as this bus is before it.
  const below = Array.from({ length: buses - width }, (_, i) => [
    i,
    2 * width * (1 + Math.floor(i / width)) - 1 - i,
  ])
    .filter(([bus = 0, other = 0]) => other > bus + 1 && other < buses)
    .map(([bus = 0, other = 0]) => ({ at: r.next(), bus, other }))
    .sort((a, b) => a.at - b.at)
    .slice(0, Math.round((DENSITY - 1) * buses));
  return [...ring, ...below.map(({ bus, other }) => line(bus + 1, other + 1))];
}

/** Distributes the demand over two thirds of the buses. */
function spreadLoads(r: Random, buses: number, demand: readonly number[]): Load[] {
  const shares = Array.from({ length: buses }, () => (r.next() < 2 / 3 ? r.between(0.2, 1) : 0));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.flatMap((share, i) =>
    share > 0 ? [{ bus: i + 1, values: demand.map((mw) => (mw * share) / total) }] : [],
  );
}

interface Flows {
  readonly factors: ShiftFactors;
  /** Flows, MW, shape [T][lines]. */
  readonly hours: readonly Float64Array[];
}

/** Flows of a merit-order dispatch. */
function flowsOf(
  lines: readonly Line[],
  generators: readonly SteadyUnit[],
  loads: readonly Load[],
  demand: readonly number[],
): Flows {
  // The lines get a rating, because only lines with a rating have shift factors.
  const { network } = toNetwork([], readLines(lines.map((line) => ({ ...line, rating_mw: 1 }))));
  const factors = shiftFactors(network);
  const price = ({ marginal_cost, no_load_cost, p_max }: SteadyUnit) => marginal_cost + no_load_cost / p_max;
  const merit = generators.toSorted((a, b) => price(a) - price(b));
  const hours = demand.map((needed, t) => {
    const injection = new Float64Array(network.buses.length);
    const inject = (bus: number, mw: number): void => {
      const at = network.position(bus);
      injection[at] = (injection[at] ?? 0) + mw;
    };
    let remainingMw = needed;
    for (const { bus, p_max } of merit) {
      inject(bus, Math.min(remainingMw, p_max));
      remainingMw -= Math.min(remainingMw, p_max);
    }
    for (const { bus, values } of loads) inject(bus, -(values[t] ?? 0));
    return factors.flows(injection);
  });
  return { factors, hours };
}

function rated(r: Random, lines: readonly Line[], { factors, hours }: Flows, outages: boolean): Line[] {
  // Share of lines with a tight rating, 1 / (2 sqrt(lines)): 3 of 42 lines, 26 of 2,800.
  const tight = 1 / (2 * Math.sqrt(lines.length));
  const largest = outages ? largestAfter(lines, factors, hours) : [];
  return lines.map((line, l) => {
    const margin = r.next() < tight ? r.between(0.85, 0.95) : r.between(1.3, 1.8);
    const most = Math.max(...hours.map((flow) => Math.abs(flow[l] ?? 0)));
    const rating_mw = Math.max(SMALLEST_RATING, margin * most);
    if (!outages) return { ...line, rating_mw };
    return { ...line, rating_mw, emergency_rating_mw: Math.max(rating_mw, margin * (largest[l] ?? 0)) };
  });
}

/** Largest flow on each line, MW, with all lines and after the loss of any other line. */
function largestAfter(
  lines: readonly Line[],
  factors: ShiftFactors,
  hours: readonly Float64Array[],
): Float64Array {
  const largest = new Float64Array(lines.length);
  for (const o of lines.keys()) {
    const [shares = new Float64Array()] = factors.redistribution([o]);
    for (const flow of hours) {
      for (const [l, share] of shares.entries()) {
        const after = l === o ? (flow[l] ?? 0) : (flow[l] ?? 0) + share * (flow[o] ?? 0);
        largest[l] = Math.max(largest[l] ?? 0, Math.abs(after));
      }
    }
  }
  return largest;
}

/**
 * A meshed case in which every third unit is behind a line of its own with less capacity than Pmax; every second one of
 * these lines is soft.
 */

/** Rating of the line of such a unit, as a share of Pmax. */
const CARRIED = 0.6;

export function radialCase(buses: number, units: number, horizon: number, seed = 1): SolvePayload {
  const payload = meshedCase(buses, units, { horizon, seed, outages: true });
  const behind = payload.generators.filter((_, g) => g % 3 === 0);
  const lines = behind.map(
    ({ bus, p_max, name }, at): Line => ({
      id: `to ${name}`,
      from_bus: buses + 1 + at,
      to_bus: bus,
      x_pu: 0.05,
      rating_mw: CARRIED * Number(p_max),
      ...(at % 2 === 1 && { penalty_usd_per_mwh: 1000 }),
    }),
  );
  const busOf = new Map(lines.map(({ from_bus }, at) => [behind[at]?.name, from_bus]));
  return {
    ...payload,
    generators: payload.generators.map((unit) => ({ ...unit, bus: busOf.get(unit.name) ?? unit.bus })),
    transmission_lines: [...(payload.transmission_lines ?? []), ...lines],
  };
}
