/** Scenarios of every installation: synthetic ones and the IEEE RTS day. */
import type { Generator, SolvePayload } from '../../temporal/case/schema.ts';
import type { JobType } from '../../temporal/solvers.ts';
import { rts24Scuc, rts24Uc } from './rts24.ts';

interface SeedScenario {
  readonly scenario_id: string;
  readonly name: string;
  readonly job_type: JobType;
  /** Id of the seed network with the same elements. */
  readonly network_id: string | null;
  readonly payload: SolvePayload;
}

/** Load of a working day by hour, as a share of the peak. */
const DAY = [
  0.62, 0.58, 0.56, 0.55, 0.56, 0.6, 0.69, 0.8, 0.88, 0.92, 0.94, 0.95, 0.94, 0.93, 0.91, 0.9, 0.92, 0.97, 1,
  0.98, 0.93, 0.85, 0.75, 0.67,
];

const dayOf = (peak: number): number[] => DAY.map((share) => Number((share * peak).toFixed(3)));

/** Units that the seeds, and the examples of the API reference, use. */
export const BASELOAD: Generator = {
  name: 'Baseload',
  bus: 1,
  p_max: 300,
  p_min: 120,
  marginal_cost: 18,
  no_load_cost: 600,
  startup_cost: 4000,
  ramp_up: 80,
  ramp_down: 80,
  min_uptime: 8,
  min_downtime: 6,
  initial_status: 12,
  fuel: 'coal',
};
export const MIDMERIT: Generator = {
  name: 'Midmerit',
  bus: 1,
  p_max: 200,
  p_min: 60,
  marginal_cost: 32,
  no_load_cost: 350,
  startup_cost: 1200,
  ramp_up: 90,
  ramp_down: 90,
  min_uptime: 4,
  min_downtime: 3,
  initial_status: -5,
  fuel: 'gas',
};
export const PEAKER: Generator = {
  name: 'Peaker',
  bus: 1,
  p_max: 120,
  p_min: 20,
  marginal_cost: 65,
  no_load_cost: 120,
  startup_cost: 150,
  ramp_up: 120,
  ramp_down: 120,
  min_uptime: 1,
  min_downtime: 1,
  initial_status: -10,
  fuel: 'gas',
};

/** Three units on one bus. */
const threeUnits = (peak: number): SolvePayload => ({
  generators: [BASELOAD, MIDMERIT, PEAKER],
  loads: [{ bus: 1, values: dayOf(peak) }],
  horizon: DAY.length,
});

const line = (id: string, from_bus: number, to_bus: number, x_pu: number, rating_mw: number) => ({
  id,
  from_bus,
  to_bus,
  x_pu,
  rating_mw,
  emergency_rating_mw: rating_mw * 1.3,
});

/** Six buses and seven lines. The cheap units in the west supply the east over line L3, which binds during the day. */
const SIX_BUSES: SolvePayload = {
  generators: [BASELOAD, { ...MIDMERIT, bus: 6 }, { ...PEAKER, bus: 4 }],
  loads: [
    { bus: 3, values: dayOf(110) },
    { bus: 4, values: dayOf(130) },
    { bus: 5, values: dayOf(160) },
  ],
  horizon: DAY.length,
  transmission_lines: [
    line('L1', 1, 2, 0.06, 260),
    line('L2', 1, 3, 0.08, 220),
    line('L3', 2, 4, 0.07, 95),
    line('L4', 3, 5, 0.09, 180),
    line('L5', 4, 5, 0.1, 150),
    line('L6', 4, 6, 0.06, 180),
    line('L7', 5, 6, 0.06, 180),
  ],
  contingencies: [
    { id: 'loss of L5', lines: ['L5'] },
    { id: 'loss of L7', lines: ['L7'] },
  ],
};

export const SEED_SCENARIOS: readonly SeedScenario[] = [
  {
    scenario_id: 'base',
    name: 'Base day, three units',
    job_type: 'uc',
    network_id: null,
    payload: threeUnits(430),
  },
  {
    scenario_id: 'demo-24h',
    name: 'Peak day, three units',
    job_type: 'uc',
    network_id: 'demo-24h',
    payload: threeUnits(560),
  },
  {
    scenario_id: 'demo-scuc-24h',
    name: 'Six buses, secure against two outages',
    job_type: 'scuc',
    network_id: 'demo-6bus',
    payload: SIX_BUSES,
  },
  {
    scenario_id: 'rts24',
    name: 'IEEE RTS 24-bus day',
    job_type: 'uc',
    network_id: 'rts24',
    payload: rts24Uc(),
  },
  {
    scenario_id: 'rts24-scuc',
    name: 'IEEE RTS 24-bus day, secure against every line outage but one',
    job_type: 'scuc',
    network_id: 'rts24',
    payload: rts24Scuc(),
  },
];
