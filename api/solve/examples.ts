/** Solves as a reader of the document may send them: four hours of three units, two buses and a line. */
import type { Generator } from '../../temporal/case/messages/generator.ts';

const coal: Generator = {
  name: 'coal',
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
};
const gas: Generator = {
  name: 'gas',
  bus: 1,
  p_max: 200,
  p_min: 60,
  marginal_cost: 32,
  no_load_cost: 350,
  startup_cost: 1200,
  ramp_up: 90,
  ramp_down: 90,
  min_uptime: 2,
  min_downtime: 3,
  initial_status: -5,
};
const peaker: Generator = {
  name: 'peaker',
  bus: 2,
  p_max: 120,
  p_min: 20,
  marginal_cost: 65,
  no_load_cost: 120,
  startup_cost: 150,
  ramp_up: null,
  ramp_down: null,
  min_uptime: 1,
  min_downtime: 1,
  initial_status: -10,
};

export const UC_PAYLOAD = {
  generators: [coal, gas, peaker],
  loads: [
    { bus: 1, values: [180, 210, 260, 240] },
    { bus: 2, values: [40, 60, 90, 70] },
  ],
  horizon: 4,
};

const SCUC_PAYLOAD = {
  ...UC_PAYLOAD,
  transmission_lines: [
    { id: 'L1', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 80, emergency_rating_mw: 100 },
    { id: 'L2', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 80, emergency_rating_mw: 100 },
  ],
  contingencies: [{ id: 'L1 out', lines: ['L1'] }],
};

const ED_PAYLOAD = {
  ...UC_PAYLOAD,
  commitment: { coal: [1, 1, 1, 1], gas: [0, 1, 1, 1], peaker: [0, 0, 0, 0] },
};

export const UC_EXAMPLE = { body: { scenario_id: 'monday', payload: UC_PAYLOAD, timeout: 60 }, status: 202 };
export const SCUC_EXAMPLE = {
  body: { scenario_id: 'monday-n-1', payload: SCUC_PAYLOAD, timeout: 60 },
  status: 202,
};
export const ED_EXAMPLE = {
  body: { scenario_id: 'monday-dispatch', payload: ED_PAYLOAD, timeout: 60 },
  status: 202,
};
