/** Seeded random instances of pglib-uc, small enough to solve at once. */
import { randomDraw } from './random.ts';

export interface PglibUnit {
  must_run: number;
  power_output_minimum: number;
  power_output_maximum: number;
  ramp_up_limit: number;
  ramp_down_limit: number;
  ramp_startup_limit: number;
  ramp_shutdown_limit: number;
  time_up_minimum: number;
  time_down_minimum: number;
  power_output_t0: number;
  unit_on_t0: number;
  time_up_t0: number;
  time_down_t0: number;
  startup: { lag: number; cost: number }[];
  piecewise_production: { mw: number; cost: number }[];
}

export interface PglibCase {
  time_periods: number;
  demand: number[];
  reserves: number[];
  thermal_generators: Record<string, PglibUnit>;
  renewable_generators: Record<string, { power_output_minimum: number[]; power_output_maximum: number[] }>;
}

type Draw = ReturnType<typeof randomDraw>;

/** Makes a case; equal seeds give equal cases. Startup and shutdown limits may be below Pmin. */
export function pglibCase(seed: number): PglibCase {
  const draw = randomDraw(seed);
  const periods = draw.integer(4, 9);
  const units = Array.from({ length: draw.integer(2, 5) }, () => pglibUnit(draw));
  const capacity = units.reduce((sum, unit) => sum + unit.power_output_maximum, 0);
  const wind = draw.hours(periods, () => capacity * draw.real(0, 0.15));
  return {
    time_periods: periods,
    demand: draw.hours(periods, () => capacity * draw.real(0.35, 0.75)),
    reserves: draw.hours(periods, () => (draw.chance(0.7) ? capacity * draw.real(0, 0.08) : 0)),
    thermal_generators: Object.fromEntries(units.map((unit, g) => [`G${g + 1}`, unit])),
    renewable_generators: draw.chance(0.7)
      ? { W1: { power_output_minimum: wind.map((mw) => mw * 0.2), power_output_maximum: wind } }
      : {},
  };
}

function pglibUnit(draw: Draw): PglibUnit {
  const high = draw.integer(40, 200);
  const low = Math.round(high * draw.real(0.1, 0.5));
  const on = draw.chance(0.6);
  const down = draw.integer(1, 3);
  const switching = () => (draw.chance(0.2) ? low * 0.8 : draw.real(low, high));
  return {
    must_run: draw.chance(0.1) && on ? 1 : 0,
    power_output_minimum: low,
    power_output_maximum: high,
    ramp_up_limit: high * draw.real(0.2, 0.8),
    ramp_down_limit: high * draw.real(0.2, 0.8),
    ramp_startup_limit: switching(),
    ramp_shutdown_limit: switching(),
    time_up_minimum: draw.integer(1, 4),
    time_down_minimum: down,
    power_output_t0: on ? draw.real(low, high) : 0,
    unit_on_t0: on ? 1 : 0,
    time_up_t0: on ? draw.integer(1, 5) : 0,
    time_down_t0: on ? 0 : draw.integer(1, 6),
    startup: startup(draw, down),
    piecewise_production: production(draw, low, high),
  };
}

function startup(draw: Draw, down: number): PglibUnit['startup'] {
  const tiers = [{ lag: down, cost: draw.real(50, 400) }];
  for (const more of [draw.chance(0.6), draw.chance(0.4)]) {
    const last = tiers.at(-1);
    if (more && last)
      tiers.push({ lag: last.lag + draw.integer(1, 3), cost: last.cost + draw.real(50, 400) });
  }
  return tiers;
}

/** Cost curve with random slopes; a third of the curves are not convex. */
function production(draw: Draw, low: number, high: number): PglibUnit['piecewise_production'] {
  const slopes = Array.from({ length: draw.integer(1, 4) }, () => draw.real(8, 60));
  if (draw.chance(0.7)) slopes.sort((a, b) => a - b);
  const width = (high - low) / slopes.length;
  let cost = draw.real(100, 800);
  const points = slopes.map((slope, l) => {
    cost += slope * width;
    return { mw: l === slopes.length - 1 ? high : low + width * (l + 1), cost };
  });
  const rise = slopes.reduce((sum, slope) => sum + slope * width, 0);
  return [{ mw: low, cost: cost - rise }, ...points];
}
