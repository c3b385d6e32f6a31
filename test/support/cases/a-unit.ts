/** A generator for tests: 0-100 MW at 10 $/MWh, on for a long time, free to start, stop and ramp. */
import { withoutProfiles } from '../../../temporal/case/arithmetic/profiles.ts';
import type { Generator, SolvePayload } from '../../../temporal/case/schema.ts';

/** A unit whose limits and costs are the same in every hour. */
export type SteadyUnit = Omit<Generator, Steady | Ramp | 'rated' | 'energy_limits'> & {
  readonly [Field in Steady]: number;
} & {
  readonly [Field in Ramp]: number | null;
};
type Ramp = 'ramp_up' | 'ramp_down';
type Steady = 'p_max' | 'p_min' | 'marginal_cost' | 'no_load_cost' | 'startup_cost';

export type SteadyPayload = Omit<SolvePayload, 'generators'> & { readonly generators: SteadyUnit[] };

export function aUnit(name: string, changes?: Partial<SteadyUnit>): SteadyUnit;
export function aUnit(name: string, changes: Partial<Generator>): Generator;
export function aUnit(name: string, changes: Partial<Generator> = {}): Generator {
  const unit: Generator = {
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
  };
  // Converts profiles: cases in files also use this older spelling.
  return withoutProfiles({ generators: [unit] }).generators[0] ?? unit;
}
