/** Example solves of the API reference: four hours of three units, two buses and a line. */
import { BASELOAD, MIDMERIT, PEAKER } from '../../mongo/seed/scenarios.ts';
import type { Generator } from '../../temporal/case/schema.ts';

/** A unit of the seeds under another name; fields that are for information only are left out. */
const unit = ({ fuel: _fuel, ...seed }: Generator, overrides: Partial<Generator>): Generator => ({
  ...seed,
  ...overrides,
});

const coal = unit(BASELOAD, { name: 'coal' });
const gas = unit(MIDMERIT, { name: 'gas', min_uptime: 2 });
const peaker = unit(PEAKER, { name: 'peaker', bus: 2, ramp_up: null, ramp_down: null });

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
