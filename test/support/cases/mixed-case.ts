/**
 * Random unit commitment cases of medium size: inflexible units, some with cost curves and startup categories; reserve,
 * storage, wind.
 */

import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { SteadyPayload, SteadyUnit } from './a-unit.ts';
import { hardCase } from './hard-case.ts';
import { type Draw, randomDraw } from './random.ts';

export function mixedCase(seed: number, units = 10, horizon = 16): SteadyPayload {
  const draw = randomDraw(seed);
  const plain = hardCase(units, horizon, seed + 1);
  const capacity = plain.generators.reduce((mw, { p_max }) => mw + p_max, 0);
  return {
    ...plain,
    generators: plain.generators.map((unit) => mixedUnit(draw, unit)),
    ...(draw.chance(0.6) && { reserves: [{ name: 'spin', mw: capacity * draw.real(0.02, 0.08) }] }),
    ...(draw.chance(0.4) && {
      renewables: [
        { name: 'wind', bus: 1, p_min: hours(0), p_max: draw.hours(horizon, () => capacity / 20) },
      ],
    }),
    ...(draw.chance(0.4) && {
      storage: [
        {
          name: 'battery',
          bus: 1,
          energy_mwh: capacity / 10,
          charge_mw: capacity / 30,
          discharge_mw: capacity / 30,
          efficiency: 0.85,
          initial_mwh: capacity / 20,
        },
      ],
    }),
    options: { unserved_energy_usd_per_mwh: 1000 },
  };

  function hours(value: number): number[] {
    return Array.from({ length: horizon }, () => value);
  }
}

function mixedUnit(draw: Draw, unit: SteadyUnit): SteadyUnit {
  const { p_min, p_max, startup_cost, marginal_cost: slope } = unit;
  const middle = (p_min + p_max) / 2;
  const least = 200 + slope * p_min;
  return {
    ...unit,
    min_uptime: draw.integer(1, 6),
    min_downtime: draw.integer(1, 6),
    ramp_up: draw.chance(0.4) ? null : Math.round(p_max * draw.real(0.2, 0.6)),
    ramp_down: draw.chance(0.4) ? null : Math.round(p_max * draw.real(0.2, 0.6)),
    ...(draw.chance(0.3) && { startup_ramp: p_min + 0.3 * (p_max - p_min) }),
    ...(draw.chance(0.4) && {
      cost_curve: [
        { mw: p_min, usd_per_h: least },
        { mw: middle, usd_per_h: least + slope * (middle - p_min) },
        { mw: p_max, usd_per_h: least + slope * (middle - p_min) + 1.3 * slope * (p_max - middle) },
      ],
    }),
    ...(draw.chance(0.4) && {
      startup_categories: [
        { lag_h: 1, cost_usd: startup_cost / 2 },
        { lag_h: draw.integer(3, 8), cost_usd: startup_cost },
      ],
    }),
  };
}

/**
 * Random unit commitment cases with groups of equal units: cost curves, startup categories, startup and shutdown
 * limits, reserve, must-run.
 */

/** Makes a case. `apart`: difference, $/MWh, between the costs of successive units of a group; 0 for equal costs. */
export function twinsCase(seed: number, kinds: number, horizon: number, apart = 0): SolvePayload {
  const draw = randomDraw(seed + 500);
  const single = mixedCase(seed, kinds, horizon);
  const generators = single.generators.flatMap((unit) => twins(draw, unit, apart));
  const share = capacityOf(generators) / capacityOf(single.generators);
  return {
    ...single,
    generators,
    loads: single.loads.map(({ bus, values }) => ({ bus, values: values.map((mw) => share * mw) })),
  };
}

const capacityOf = (generators: readonly SteadyUnit[]): number =>
  generators.reduce((mw, { p_max }) => mw + p_max, 0);

function twins(draw: Draw, unit: SteadyUnit, apart: number): SteadyUnit[] {
  const { p_min, p_max } = unit;
  const kind: SteadyUnit = {
    ...unit,
    ramp_up: null,
    ramp_down: null,
    initial_status: draw.chance(0.5) ? draw.integer(1, 6) : -draw.integer(0, 9),
    ...(draw.chance(0.4) && { shutdown_ramp: p_min + draw.real(0.1, 0.6) * (p_max - p_min) }),
    ...(draw.chance(0.1) && { must_run: true, initial_status: 9 }),
  };
  return Array.from({ length: draw.integer(1, 4) }, (_, i) => ({
    ...kind,
    name: `${unit.name}-${i + 1}`,
    ...costsApart(kind, i * apart),
  }));
}

/** Costs of a unit that differ from those of its group by multiples of `apart`, $/MWh. */
const costsApart = (
  { cost_curve: curve, marginal_cost }: SteadyUnit,
  apart: number,
): Partial<SteadyUnit> => ({
  marginal_cost: marginal_cost + apart,
  ...(curve && { cost_curve: curve.map(({ mw, usd_per_h }) => ({ mw, usd_per_h: usd_per_h + apart * mw })) }),
});
