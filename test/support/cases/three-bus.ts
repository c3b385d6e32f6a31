/** Three buses in a ring of equal lines. The line between the cheap unit and the load binds at 60 MW. */
import type { Line, SolvePayload } from '../../../temporal/case/schema.ts';
import { aUnit } from './a-unit.ts';

const aLine = (id: string, from_bus: number, to_bus: number, changes: Partial<Line>): Line => ({
  id,
  from_bus,
  to_bus,
  x_pu: 0.1,
  r_pu: 0.01,
  ...changes,
});

/** Makes the case. `limit`: changes to the binding line. */
export const threeBus = (options: SolvePayload['options'] = {}, limit: Partial<Line> = {}): SolvePayload => ({
  generators: [
    aUnit('A', { bus: 1, p_max: 200, marginal_cost: 20 }),
    aUnit('B', { bus: 2, marginal_cost: 30 }),
    aUnit('C', { bus: 3, marginal_cost: 60 }),
  ],
  loads: [
    { bus: 2, values: [50] },
    { bus: 3, values: [150] },
  ],
  horizon: 1,
  transmission_lines: [
    aLine('L12', 1, 2, {}),
    aLine('L13', 1, 3, { rating_mw: 60, ...limit }),
    aLine('L23', 2, 3, {}),
  ],
  options,
});
