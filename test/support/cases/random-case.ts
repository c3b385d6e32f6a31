/** Seeded random payloads, small enough for the reference solver; some have no feasible schedule. */
import { ratedOf } from '../../../temporal/case/arithmetic/output-limits.ts';
import type { Contingency, Generator, Line, SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { type Draw, randomDraw } from './random.ts';

export interface RandomCase {
  readonly jobType: JobType;
  readonly payload: SolvePayload;
}

type Change = (payload: SolvePayload, draw: Draw, seed: number) => SolvePayload;

/**
 * Makes a family of random cases: applies a change that draws from the seed plus `salt`. Equal seeds give equal cases.
 */
export const altered =
  (salt: number, change: Change, caseOf: (seed: number) => RandomCase = (seed) => randomCase(seed)) =>
  (seed: number): RandomCase => {
    const { jobType, payload } = caseOf(seed);
    return { jobType, payload: change(payload, randomDraw(salt + seed), seed) };
  };

/** Total Pmax of a case, MW. */
export const capacityOf = ({ generators }: Pick<SolvePayload, 'generators'>): number =>
  generators.reduce((sum, unit) => sum + ratedOf(unit).p_max, 0);

/** A random case; equal seeds give equal cases. */
export function randomCase(
  seed: number,
  jobType: JobType = ['uc', 'scuc', 'ed'][seed % 3] as JobType,
): RandomCase {
  const draw = randomDraw(seed);
  const horizon = draw.integer(4, 8);
  const buses = jobType === 'uc' ? 1 : draw.integer(3, 6);
  const generators = Array.from({ length: draw.integer(3, 6) }, (_, index) =>
    randomUnit(draw, index, draw.integer(1, buses), horizon),
  );
  const capacity = capacityOf({ generators });
  const loads = randomLoads(draw, buses, horizon, capacity * draw.real(0.4, 0.8));
  const lines = buses > 1 ? randomLines(draw, buses, capacity) : [];
  const payload: SolvePayload = {
    generators,
    loads,
    horizon,
    ...(lines.length > 0 && { transmission_lines: lines }),
    ...(jobType === 'scuc' && { contingencies: randomContingencies(draw, lines, generators) }),
    ...(draw.chance(0.4) && {
      renewables: [randomRenewable(draw, draw.integer(1, buses), horizon, capacity)],
    }),
    ...(draw.chance(0.4) && { storage: [randomStorage(draw, draw.integer(1, buses), capacity)] }),
    ...(draw.chance(0.5) && { reserves: randomReserves(draw, horizon, capacity) }),
    options: {
      mip_gap: 0,
      ...(draw.chance(0.4) && { unserved_energy_usd_per_mwh: 1000 }),
      ...(jobType === 'ed' && { network: draw.chance(0.6) }),
    },
    ...(jobType === 'ed' && draw.chance(0.5) && { commitment: randomCommitment(draw, generators, horizon) }),
  };
  return { jobType, payload };
}

function randomUnit(draw: Draw, index: number, bus: number, horizon: number): Generator {
  const p_max = draw.integer(40, 200);
  const p_min = Math.round(p_max * draw.real(0, 0.5));
  const on = draw.chance(0.6);
  const ramp = () => (draw.chance(0.3) ? null : Math.round(p_max * draw.real(0.2, 0.9)) + 0.5);
  const marginal_cost = draw.real(8, 60);
  const lag = draw.integer(2, 5);
  return {
    name: `G${index + 1}`,
    bus,
    p_max,
    p_min,
    marginal_cost,
    no_load_cost: draw.chance(0.8) ? draw.real(0, 400) : 0,
    startup_cost: draw.real(0, 2000),
    ramp_up: ramp(),
    ramp_down: ramp(),
    min_uptime: draw.integer(0, 4),
    min_downtime: draw.integer(0, 4),
    initial_status: on ? draw.integer(1, 6) : -draw.integer(0, 6),
    ...(draw.chance(0.4) && { initial_power_mw: on ? draw.real(p_min, p_max) : 0 }),
    ...(draw.chance(0.1) && { must_run: true }),
    ...(draw.chance(0.3) && { startup_ramp: draw.real(p_min, p_max) }),
    ...(draw.chance(0.3) && { shutdown_ramp: draw.real(p_min, p_max) }),
    ...(draw.chance(0.3) && { cost_curve: randomCurve(draw, p_min, p_max) }),
    ...(draw.chance(0.3) && {
      startup_categories: [
        { lag_h: draw.integer(0, 1), cost_usd: draw.real(50, 200) },
        { lag_h: lag, cost_usd: draw.real(300, 600) },
        { lag_h: lag + draw.integer(1, 4), cost_usd: draw.real(700, 2000) },
      ],
    }),
    ...(draw.chance(0.15) && {
      p_max: draw.hours(horizon, () => p_max * draw.real(0.6, 1)),
      rated: { p_max },
    }),
  };
}

function randomCurve(draw: Draw, p_min: number, p_max: number) {
  const slopes = [draw.real(5, 20), draw.real(20, 40), draw.real(40, 70)];
  let usd_per_h = draw.real(100, 800);
  const width = (p_max - p_min) / slopes.length;
  const points = slopes.map((slope, index) => {
    usd_per_h += slope * width;
    return { mw: index === slopes.length - 1 ? p_max : p_min + width * (index + 1), usd_per_h };
  });
  return [
    { mw: p_min, usd_per_h: usd_per_h - width * slopes.reduce((sum, slope) => sum + slope, 0) },
    ...points,
  ];
}

function randomLoads(draw: Draw, buses: number, horizon: number, peak: number) {
  const shape = draw.hours(
    horizon,
    (hour) => 0.6 + 0.4 * Math.sin((hour / horizon) * Math.PI) + draw.real(-0.1, 0.1),
  );
  const places = Array.from({ length: buses === 1 ? 1 : draw.integer(2, buses) }, () =>
    draw.integer(1, buses),
  );
  const shares = places.map(() => draw.real(0.2, 1));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return places.map((bus, index) => ({
    bus,
    values: shape.map((part) => (part * peak * (shares[index] ?? 0)) / total),
  }));
}

/** Lines of a ring with chords, so that any line may be lost. Some cases have a radial bus as well. */
function randomLines(draw: Draw, buses: number, capacity: number): Line[] {
  const pairs = Array.from({ length: buses }, (_, index): [number, number] => [
    index + 1,
    ((index + 1) % buses) + 1,
  ]);
  if (draw.chance(0.2)) pairs.pop();
  if (buses > 3) pairs.push([1, draw.integer(3, buses - 1)]);
  return pairs.map(([from_bus, to_bus], index) => {
    const rating_mw = draw.chance(0.3) ? null : capacity * draw.real(0.1, 0.5);
    return {
      id: `L${index + 1}`,
      from_bus,
      to_bus,
      x_pu: draw.real(0.02, 0.2),
      rating_mw,
      ...(rating_mw !== null && { emergency_rating_mw: rating_mw * draw.real(1, 1.4) }),
      ...(draw.chance(0.3) && { penalty_usd_per_mwh: draw.real(200, 900) }),
    };
  });
}

function randomContingencies(draw: Draw, lines: readonly Line[], units: readonly Generator[]): Contingency[] {
  const lost = lines
    .filter(() => draw.chance(0.5))
    .map((line) => ({ id: `lose ${line.id}`, lines: [line.id] }));
  const unit = units[draw.integer(0, units.length - 1)];
  return draw.chance(0.3) && unit ? [...lost, { id: `lose ${unit.name}`, generators: [unit.name] }] : lost;
}

function randomRenewable(draw: Draw, bus: number, horizon: number, capacity: number) {
  const p_max = draw.hours(horizon, () => capacity * draw.real(0.02, 0.2));
  return {
    name: 'W1',
    bus,
    p_min: p_max.map((mw) => (draw.chance(0.2) ? mw / 2 : 0)),
    p_max,
    ...(draw.chance(0.5) && { marginal_cost: draw.real(0, 4) }),
  };
}

function randomStorage(draw: Draw, bus: number, capacity: number) {
  const energy_mwh = capacity * draw.real(0.1, 0.4);
  const initial_mwh = energy_mwh * draw.real(0, 1);
  return {
    name: 'B1',
    bus,
    energy_mwh,
    charge_mw: energy_mwh * draw.real(0.2, 0.6),
    discharge_mw: energy_mwh * draw.real(0.2, 0.6),
    efficiency: draw.real(0.7, 1),
    initial_mwh,
    ...(draw.chance(0.5) && { final_mwh: initial_mwh * draw.real(0.3, 1) }),
  };
}

function randomReserves(draw: Draw, horizon: number, capacity: number) {
  const spin = {
    name: 'spin',
    mw: draw.chance(0.5)
      ? capacity * draw.real(0.02, 0.1)
      : draw.hours(horizon, () => capacity * draw.real(0.02, 0.1)),
    ...(draw.chance(0.5) && { penalty_usd_per_mwh: draw.real(20, 300) }),
  };
  const second = { name: 'regulation', mw: capacity * draw.real(0.01, 0.05), penalty_usd_per_mwh: 500 };
  return draw.chance(0.3) ? [spin, second] : [spin];
}

/** A commitment in which most units are on, so that the load can usually be served. */
const randomCommitment = (draw: Draw, units: readonly Generator[], horizon: number) =>
  Object.fromEntries(
    units
      .filter(() => draw.chance(0.95))
      .map((unit) => {
        const from = draw.chance(0.7) ? 0 : draw.integer(0, horizon - 1);
        return [unit.name, draw.hours(horizon, (hour) => (hour >= from ? 1 : 0))];
      }),
  );
