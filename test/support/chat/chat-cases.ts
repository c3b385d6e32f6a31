/**
 * Ten small cases whose answers engineers would check by hand: congestion, starts, reserves, storage, and three that
 * cannot be solved.
 */
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { aUnit } from '../cases/a-unit.ts';
import { threeBus } from '../cases/three-bus.ts';

export interface ChatCase {
  readonly id: string;
  readonly jobType: JobType;
  readonly payload: SolvePayload;
}

const LOAD = [120, 180, 260, 310, 240, 150];

const units = [
  aUnit('Coal', {
    p_max: 200,
    p_min: 80,
    marginal_cost: 18,
    no_load_cost: 300,
    startup_cost: 2500,
    min_uptime: 4,
  }),
  aUnit('Gas', {
    p_max: 120,
    p_min: 20,
    marginal_cost: 42,
    no_load_cost: 90,
    startup_cost: 400,
    initial_status: -5,
  }),
  aUnit('Peaker', {
    p_max: 60,
    p_min: 5,
    marginal_cost: 95,
    no_load_cost: 20,
    startup_cost: 150,
    initial_status: -9,
  }),
];

const day = (changes: Partial<SolvePayload> = {}): SolvePayload => ({
  generators: units,
  loads: [{ bus: 1, values: LOAD }],
  horizon: LOAD.length,
  ...changes,
});

const scaled = (payload: SolvePayload, factor: number): SolvePayload => ({
  ...payload,
  loads: payload.loads.map((load) => ({ ...load, values: load.values.map((value) => value * factor) })),
});

/** Four hours of the three buses, the load falling from hour to hour. */
const congestedDay = (): SolvePayload => {
  const payload = threeBus();
  const factors = [1, 0.9, 0.7, 0.4];
  return {
    ...payload,
    horizon: factors.length,
    loads: payload.loads.map((load) => ({ ...load, values: factors.map((f) => (load.values[0] ?? 0) * f) })),
  };
};

export const CHAT_CASES: readonly ChatCase[] = [
  { id: 'chat-three-bus', jobType: 'scuc', payload: threeBus() },
  { id: 'chat-wider-line', jobType: 'scuc', payload: threeBus({}, { rating_mw: 75 }) },
  { id: 'chat-congested-day', jobType: 'scuc', payload: congestedDay() },
  { id: 'chat-day', jobType: 'uc', payload: day() },
  {
    id: 'chat-reserve',
    jobType: 'uc',
    payload: day({ reserves: [{ name: 'spinning', mw: LOAD.map((mw) => mw * 0.1) }] }),
  },
  { id: 'chat-light-load', jobType: 'uc', payload: scaled(day(), 0.6) },
  {
    id: 'chat-storage',
    jobType: 'uc',
    payload: day({
      storage: [
        {
          name: 'Battery',
          bus: 1,
          energy_mwh: 80,
          charge_mw: 40,
          discharge_mw: 40,
          efficiency: 0.85,
          initial_mwh: 40,
        },
      ],
    }),
  },
  { id: 'chat-too-much-load', jobType: 'uc', payload: scaled(day(), 1.5) },
  { id: 'chat-narrow-line', jobType: 'scuc', payload: cutOff() },
  {
    id: 'chat-slow-ramp',
    jobType: 'uc',
    payload: {
      generators: [aUnit('Slow', { p_max: 300, ramp_up: 30, ramp_down: 30, initial_power_mw: 100 })],
      loads: [{ bus: 1, values: [110, 130, 280, 290] }],
      horizon: 4,
    },
  },
];

/** All lines to bus 3 together carry less than its load and its own unit cover. */
function cutOff(): SolvePayload {
  const payload = threeBus();
  return {
    ...payload,
    generators: payload.generators.filter(({ name }) => name !== 'C'),
    transmission_lines: (payload.transmission_lines ?? []).map((line) => ({ ...line, rating_mw: 60 })),
  };
}
