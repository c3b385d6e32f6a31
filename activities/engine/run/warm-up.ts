/**
 * Warms up a process by solves whose results are discarded. Code, above all WebAssembly, is compiled when it is first
 * used, so the first solve of a process takes several times as long as the next one.
 */
import { ratedOf } from '../../../temporal/case/arithmetic/output-limits.ts';
import type { Generator, Line, SolvePayload } from '../../../temporal/case/schema.ts';
import type { Engine, EngineWatch } from '../base/engine.ts';

const LIMIT_S = 20;
/** Cases of the warm-up, each made on demand, since a solver without a warm-up needs none. */
const DAYS = [
  { jobType: 'scuc', day: secureDay, mipGap: 0.005 },
  { jobType: 'uc', day: branchedDay, mipGap: 2e-4 },
] as const;

const UNWATCHED: EngineWatch = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
  onIncumbent: () => undefined,
};

/** Warms up the engine; resolves to the time that it took, s. */
export async function warmUp(engine: Engine): Promise<number> {
  const began = performance.now();
  for (const { day, ...about } of DAYS) {
    await engine({ ...about, payload: day(), solver: 'highs', timeLimitS: LIMIT_S }, UNWATCHED);
  }
  return (performance.now() - began) / 1000;
}

const HOURS = 24;
const BUSES = 8;
/** The golden ratio less 1. The fractional parts of its multiples are spread evenly over [0, 1). */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** A day whose flow limits bind, with all lines and after outages. */
export function secureDay(): SolvePayload {
  const ring = Array.from({ length: BUSES }, (_, b) => line(b, (b + 1) % BUSES));
  const lines = [...ring, line(0, 4), line(2, 6)];
  const shares = [
    [0, 0.2],
    [3, 0.35],
    [5, 0.25],
    [6, 0.2],
  ] as const;
  return {
    ...day(14, shares),
    transmission_lines: lines,
    contingencies: lines.map(({ id }) => ({ id: `lose ${id}`, lines: [id] })),
  };
}

/** A day with enough units for branching on their number. */
export function branchedDay(): SolvePayload {
  return day(20, [[0, 1]]);
}

/** A case of one day. `shares`: share of the load by bus. */
function day(units: number, shares: readonly (readonly [bus: number, share: number])[]): SolvePayload {
  const generators = Array.from({ length: units }, (_, g) => unit(g));
  const capacity = generators.reduce((mw, one) => mw + ratedOf(one).p_max, 0);
  return {
    generators,
    loads: shares.map(([bus, share]) => ({
      bus,
      values: Array.from({ length: HOURS }, (_, t) => capacity * share * demand(t)),
    })),
    reserves: [{ name: 'spin', mw: capacity / 30 }],
    horizon: HOURS,
    options: { unserved_energy_usd_per_mwh: 1000 },
  };
}

/** A fixed number in [0, 1) for each n. */
const spread = (n: number): number => (n * GOLDEN) % 1;

/** Load of an hour, as a share of the capacity. */
const demand = (t: number): number => 0.55 + 0.2 * Math.sin((t / HOURS) * 2 * Math.PI - 2) + 0.02 * spread(t);

function unit(g: number): Generator {
  const p_max = 50 + 250 * spread(g + 1);
  const p_min = p_max * (0.3 + 0.2 * spread(3 * g));
  const slope = 18 + 20 * spread(5 * g);
  const middle = (p_min + p_max) / 2;
  const least = slope * p_min + 200 + 800 * spread(7 * g);
  const half = slope * (middle - p_min);
  return {
    name: `g${g}`,
    bus: (3 * g) % BUSES,
    p_max,
    p_min,
    marginal_cost: slope,
    no_load_cost: 0,
    cost_curve: [
      { mw: p_min, usd_per_h: least },
      { mw: middle, usd_per_h: least + half },
      { mw: p_max, usd_per_h: least + 2.2 * half },
    ],
    startup_cost: 500 + 4000 * spread(11 * g),
    ramp_up: p_max * 0.4,
    ramp_down: p_max * 0.4,
    min_uptime: 2 + (g % 5),
    min_downtime: 2 + (g % 4),
    initial_status: g % 2 === 0 ? 12 : -12,
  };
}

const line = (from_bus: number, to_bus: number): Line => ({
  id: `${from_bus}-${to_bus}`,
  from_bus,
  to_bus,
  x_pu: 0.03 + 0.05 * spread(from_bus + 3 * to_bus),
  rating_mw: 360,
  emergency_rating_mw: 460,
});
