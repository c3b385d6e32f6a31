/** A generator for tests: 0-100 MW at 10 $/MWh, long on line, free to start, stop and ramp. */
import type { Generator } from '../../../temporal/case/messages/generator.ts';

export const aUnit = (name: string, changes: Partial<Generator> = {}): Generator => ({
  name,
  bus: 1,
  p_max: 100,
  p_min: 0,
  marginal_cost: 10,
  no_load_cost: 0,
  startup_cost: 0,
  ramp_up: null,
  ramp_down: null,
  min_uptime: 1,
  min_downtime: 1,
  initial_status: 24,
  ...changes,
});
