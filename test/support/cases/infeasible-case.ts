/** Seeded payloads without a schedule, each with a known cause. */
import type { Cause } from '../../../temporal/case/messages/infeasibility.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { aUnit } from './a-unit.ts';
import { INFEASIBLE_RECIPES, type Setting } from './infeasible-recipes.ts';
import { randomDraw } from './random.ts';

export interface InfeasibleCase {
  readonly what: string;
  readonly jobType: JobType;
  readonly payload: SolvePayload;
  readonly cause: Pick<Cause, 'code' | 'element_type' | 'element_id' | 'hour'>;
}

/** A case made by a recipe. Seeds run through all recipes, then through all again with other numbers. */
export function infeasibleCase(seed: number): InfeasibleCase {
  const names = Object.keys(INFEASIBLE_RECIPES);
  const what = names[seed % names.length] ?? '';
  const draw = randomDraw(seed + 1);
  const horizon = draw.integer(4, 8);
  const units = [
    aUnit('A', { p_max: draw.integer(80, 120), marginal_cost: draw.real(10, 20) }),
    aUnit('B', { p_max: draw.integer(80, 120), marginal_cost: draw.real(20, 40) }),
  ] as const;
  const hour = draw.integer(1, horizon - 2);
  const capacity = units[0].p_max + units[1].p_max;
  const setting: Setting = { draw, horizon, hour, units, capacity, off: draw.integer(2, 18) / 2 };
  const {
    jobType = 'uc',
    payload,
    cause,
  } = INFEASIBLE_RECIPES[what]?.(setting) ?? { payload: {}, cause: ['LINE_LIMIT'] };
  const [code, element_type = 'system', element_id = null, at = hour] = cause;
  const usual = {
    generators: [...units],
    loads: [{ bus: 1, values: draw.hours(horizon, () => 30) }],
    horizon,
  };
  return {
    what,
    jobType,
    payload: { ...usual, ...payload },
    cause: { code, element_type, element_id, hour: at },
  };
}
