/** Small solve payloads for tests. */
import type { Generator, SolvePayload } from '../../../temporal/case/schema.ts';
import type { SteadyUnit } from './a-unit.ts';

export function generator(changes?: Partial<SteadyUnit>): SteadyUnit;
export function generator(changes: Partial<Generator>): Generator;
export function generator(changes: Partial<Generator> = {}): Generator {
  return {
    name: 'g1',
    bus: 1,
    p_max: 100,
    p_min: 10,
    marginal_cost: 20,
    no_load_cost: 50,
    startup_cost: 100,
    ramp_up: 100,
    ramp_down: 100,
    min_uptime: 1,
    min_downtime: 1,
    initial_status: 1,
    ...changes,
  };
}

export const payload = (changes: Partial<SolvePayload> = {}): SolvePayload => ({
  generators: [generator(), generator({ name: 'g2', marginal_cost: 40 })],
  loads: [{ bus: 1, values: [80, 120, 90] }],
  horizon: 3,
  ...changes,
});
