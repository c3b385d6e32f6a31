/** Random unit commitment with groups of equal units: curves, tiers, limits of starts and stops, reserve, must-run. */
import type { Generator } from '../../temporal/messages/generator.ts';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import { mixedCase } from './mixed-case.ts';
import { type Draw, randomDraw } from './random-draw.ts';

/** `apart`: $/MWh by which the costs of equal units differ from one to the next; 0 = they are equal. */
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

const capacityOf = (generators: readonly Generator[]): number =>
  generators.reduce((mw, { p_max }) => mw + p_max, 0);

function twins(draw: Draw, unit: Generator, apart: number): Generator[] {
  const { p_min, p_max } = unit;
  const kind: Generator = {
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

/** Equal costs but for `apart` $/MWh. */
const costsApart = ({ cost_curve: curve, marginal_cost }: Generator, apart: number): Partial<Generator> => ({
  marginal_cost: marginal_cost + apart,
  ...(curve && { cost_curve: curve.map(({ mw, usd_per_h }) => ({ mw, usd_per_h: usd_per_h + apart * mw })) }),
});
