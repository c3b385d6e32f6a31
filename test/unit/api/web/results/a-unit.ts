/** A unit of a case: on for 5 h, without ramps; a start costs $500. */
import type { Unit } from '../../../../../api/web/results/pack.ts';

export const aUnit = (changes: Partial<Unit> = {}): Unit => ({
  ...{ name: 'g1', bus: 1, p_min: 10, p_max: 100, marginal_cost: 20, no_load_cost: 0, startup_cost: 500 },
  ...{ initial_status: 5, ramp_up: null, ramp_down: null, min_uptime: 1, min_downtime: 1 },
  ...changes,
});
