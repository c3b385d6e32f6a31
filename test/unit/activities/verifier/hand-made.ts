/** Schedules worked out by hand, which a verifier must accept. */
import type { UnverifiedResult } from '../../../../activities/verifier/schedule/schedule.ts';
import type { SolvePayload } from '../../../../temporal/case/messages/payload.ts';
import type { Storage } from '../../../../temporal/case/messages/resources.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';

const unitA = aUnit('A', {
  p_min: 20,
  no_load_cost: 50,
  ramp_up: 40,
  ramp_down: 40,
  initial_power_mw: 60,
  min_uptime: 2,
});
const unitB = aUnit('B', {
  p_max: 50,
  p_min: 10,
  marginal_cost: 30,
  no_load_cost: 20,
  startup_cost: 100,
  ramp_up: 40,
  ramp_down: 40,
  min_uptime: 2,
  min_downtime: 2,
  initial_status: -1,
});
const battery: Storage = {
  name: 'S',
  bus: 1,
  energy_mwh: 20,
  charge_mw: 10,
  discharge_mw: 10,
  efficiency: 0.9,
  initial_mwh: 10,
};

/**
 * Four hours of two units, wind, a battery and 5 MW of reserve. Load less wind: 60, 100, 110, 80 MW; B
 * runs in hours 1 and 2. A: 315 MWh at 10 $/MWh and 4 h at 50 $/h; B: 35 MWh at 30 $/MWh, 2 h at 20 $/h
 * and one start of 100 $.
 */
export const day: SolvePayload = {
  generators: [unitA, unitB],
  loads: [{ bus: 1, values: [70, 110, 120, 90] }],
  horizon: 4,
  renewables: [{ name: 'W', bus: 1, p_min: [0, 0, 0, 0], p_max: [10, 10, 10, 10] }],
  storage: [battery],
  reserves: [{ name: 'spin', mw: 5 }],
};

export const daySchedule = (): UnverifiedResult => ({
  solve_time_s: 0,
  termination_status: 'OPTIMAL',
  objective_value: 4540,
  total_cost_usd: 4540,
  lower_bound_usd: 4540,
  mip_gap: 0,
  node_count: 1,
  solver: 'highs',
  solver_version: '1',
  commitment: { A: [1, 1, 1, 1], B: [0, 1, 1, 0] },
  dispatch_mw: { A: [60, 85, 90, 80], B: [0, 15, 20, 0] },
  startup: { A: [0, 0, 0, 0], B: [0, 1, 0, 0] },
  lmp: { bus_1: [10, 30, 30, 10] },
  lmp_components: {
    bus_1: { energy: [10, 30, 30, 10], congestion: [0, 0, 0, 0], loss: [0, 0, 0, 0] },
  },
  binding_constraints: [],
  renewable_mw: { W: [10, 10, 10, 10] },
  curtailment_mw: { W: [0, 0, 0, 0] },
  reserve_mw: { spin: { A: [5, 0, 0, 5], B: [0, 5, 5, 0] } },
  storage: { S: { charge_mw: [0, 0, 0, 0], discharge_mw: [0, 0, 0, 0], energy_mwh: [10, 10, 10, 10] } },
  cost_breakdown: { energy_usd: 4200, no_load_usd: 240, startup_usd: 100, penalty_usd: 0 },
  warnings: [],
});

/** Three buses in a ring of equal lines; bus 3 takes 150 MW and line 1-3 carries its 60 MW. */
export const ring: SolvePayload = {
  generators: [
    aUnit('G1', { bus: 1, p_max: 200, marginal_cost: 20 }),
    aUnit('G2', { bus: 2, p_max: 100, marginal_cost: 30 }),
    aUnit('G3', { bus: 3, p_max: 100, marginal_cost: 60 }),
  ],
  loads: [
    { bus: 2, values: [50] },
    { bus: 3, values: [150] },
  ],
  horizon: 1,
  transmission_lines: [
    { id: '1-2', from_bus: 1, to_bus: 2, x_pu: 0.1 },
    { id: '1-3', from_bus: 1, to_bus: 3, x_pu: 0.1, rating_mw: 60, emergency_rating_mw: 120 },
    { id: '2-3', from_bus: 2, to_bus: 3, x_pu: 0.1, rating_mw: 120 },
  ],
  contingencies: [
    { id: 'lose 1-2', lines: ['1-2'] },
    { id: 'lose 1-3', lines: ['1-3'] },
    { id: 'lose G3', generators: ['G3'] },
  ],
};

export const ringSchedule = (): UnverifiedResult => ({
  ...daySchedule(),
  objective_value: 6400,
  total_cost_usd: 6400,
  lower_bound_usd: 6400,
  commitment: { G1: [1], G2: [1], G3: [1] },
  dispatch_mw: { G1: [65], G2: [100], G3: [35] },
  startup: { G1: [0], G2: [0], G3: [0] },
  lmp: { bus_1: [20], bus_2: [40], bus_3: [60] },
  lmp_components: {
    bus_1: { energy: [55], congestion: [-35], loss: [0] },
    bus_2: { energy: [55], congestion: [-15], loss: [0] },
    bus_3: { energy: [55], congestion: [5], loss: [0] },
  },
  generator_outage_price_usd_per_mw: { 'lose G3': [0] },
  flows_mw: { '1-2': [5], '1-3': [60], '2-3': [55] },
  binding_constraints: [
    {
      line_id: '1-3',
      contingency_id: null,
      hour: 0,
      flow_mw: 60,
      limit_mw: 60,
      shadow_price_usd_per_mwh: -60,
    },
  ],
  renewable_mw: {},
  curtailment_mw: {},
  reserve_mw: {},
  storage: {},
  cost_breakdown: { energy_usd: 6400, no_load_usd: 0, startup_usd: 0, penalty_usd: 0 },
});
