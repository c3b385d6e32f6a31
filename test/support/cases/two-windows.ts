/**
 * A run of four hours in two windows, small enough to be added up by hand: a coal unit at bus 1, wind, a battery and the
 * load at bus 2, one line between them, one reserve product. The first window has an hour of look-ahead.
 */
import { seriesCalendar } from '../../../temporal/case/arithmetic/series-calendar.ts';
import type { NetworkContent } from '../../../temporal/case/messages/network-record.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { RunStart } from '../../../temporal/case/report/study-facts.ts';
import { aUnit } from './a-unit.ts';

const coal = {
  ...aUnit('coal', { marginal_cost: 20, no_load_cost: 50, startup_cost: 300, fuel: 'Coal' }),
  type: 'STEAM',
  shutdown_cost: 40,
  heat_rate_curve: [
    { mw: 0, mmbtu_per_h: 100 },
    { mw: 100, mmbtu_per_h: 1000 },
  ],
  startup_fuel: [{ lag_h: 1, mmbtu: 25, usd: 0 }],
};
const battery = {
  name: 'battery',
  bus: 2,
  energy_mwh: 50,
  charge_mw: 20,
  discharge_mw: 20,
  efficiency: 0.8,
  initial_mwh: 20,
};

/** The last two hours of June and the first two of July, in Arizona. */
export const TWO_WINDOWS_NETWORK: NetworkContent = {
  base_mva: 100,
  nominal_frequency_hz: 60,
  series_start: '2020-06-30T22:00:00',
  time_zone: 'America/Phoenix',
  buses: [
    { id: 1, name: 'One', v_nom_kv: 230, type: 'slack', area: 'north' },
    { id: 2, name: 'Two', v_nom_kv: 230, type: 'pq', area: 'south' },
  ],
  lines: [],
  generators: [coal],
  renewables: [{ name: 'wind', bus: 2, p_max: [30, 20, 35, 10], type: 'WIND' }],
  storage: [{ ...battery, type: 'BATTERY' }],
  loads: [{ bus: 2, values: [80, 70, 45, 42] }],
  fuels: [{ name: 'Coal', price_usd_per_mmbtu: 2, co2_t_per_mmbtu: 0.1 }],
};

const payload = (loads: number[], wind: number[], initial_status: number): SolvePayload => ({
  horizon: loads.length,
  generators: [{ ...coal, initial_status }],
  renewables: [{ name: 'wind', bus: 2, p_min: wind.map(() => 0), p_max: wind }],
  storage: [battery],
  loads: [{ bus: 2, values: loads }],
  transmission_lines: [{ id: 'line', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 60 }],
  reserves: [{ name: 'spin', mw: 10, penalty_usd_per_mwh: 1000 }],
  options: { unserved_energy_usd_per_mwh: 10_000 },
});

const NOTHING = {
  termination_status: 'OPTIMAL',
  solve_time_s: 0.1,
  mip_gap: 0,
  lower_bound_usd: null,
  node_count: null,
  solver: 'highs',
  solver_version: '1',
  warnings: [],
  cost_breakdown: null,
  certificate: null,
  multipliers: undefined,
  infeasibility: undefined,
} as const satisfies Partial<SolveResult>;

const flat = (energy: number[]) => ({ energy, congestion: energy.map(() => 0), loss: energy.map(() => 0) });

export const TWO_WINDOWS: readonly {
  readonly start_hour: number;
  readonly kept_hours: number;
  readonly payload: SolvePayload;
  readonly result: SolveResult;
}[] = [
  {
    start_hour: 0,
    kept_hours: 2,
    payload: payload([80, 70, 999], [30, 20, 999], 5),
    result: {
      ...NOTHING,
      warnings: [],
      objective_value: 2300,
      total_cost_usd: 2300,
      commitment: { coal: [1, 1, 1] },
      startup: { coal: [0, 0, 1] },
      dispatch_mw: { coal: [60, 50, 999] },
      renewable_mw: { wind: [20, 20, 999] },
      curtailment_mw: { wind: [10, 0, 999] },
      storage: { battery: { charge_mw: [0, 0, 999], discharge_mw: [0, 0, 999], energy_mwh: [20, 20, 0] } },
      unserved_mw: { bus_2: [0, 0, 999] },
      flows_mw: { line: [60, 50, 999] },
      lmp: { bus_1: [20, 20, 999], bus_2: [30, 20, 999] },
      lmp_components: {
        bus_1: flat([20, 20, 999]),
        bus_2: { energy: [20, 20, 999], congestion: [10, 0, 0], loss: [0, 0, 0] },
      },
      binding_constraints: [
        {
          line_id: 'line',
          contingency_id: null,
          hour: 0,
          flow_mw: 60,
          limit_mw: 60,
          shadow_price_usd_per_mwh: -10,
        },
        {
          line_id: 'line',
          contingency_id: null,
          hour: 2,
          flow_mw: 60,
          limit_mw: 60,
          shadow_price_usd_per_mwh: -999,
        },
      ],
      reserve_mw: { spin: { coal: [10, 10, 999] } },
      reserve_shortfall_mw: { spin: [0, 0, 999] },
      reserve_price_usd_per_mw: { spin: [0, 2, 999] },
    },
  },
  {
    start_hour: 2,
    kept_hours: 2,
    payload: payload([45, 42], [35, 10], 7),
    result: {
      ...NOTHING,
      warnings: [],
      objective_value: 65_190,
      total_cost_usd: 1190,
      commitment: { coal: [0, 1] },
      startup: { coal: [0, 1] },
      dispatch_mw: { coal: [0, 40] },
      renewable_mw: { wind: [30, 10] },
      curtailment_mw: { wind: [5, 0] },
      storage: { battery: { charge_mw: [0, 8], discharge_mw: [10, 0], energy_mwh: [10, 16.4] } },
      unserved_mw: { bus_2: [5, 0] },
      flows_mw: { line: [0, 40] },
      lmp: { bus_1: [100, 30], bus_2: [100, 30] },
      lmp_components: { bus_1: flat([100, 30]), bus_2: flat([100, 30]) },
      binding_constraints: [],
      reserve_mw: { spin: { coal: [0, 6] } },
      reserve_shortfall_mw: { spin: [10, 4] },
      reserve_price_usd_per_mw: { spin: [50, 50] },
    },
  },
];

const calendar = seriesCalendar(TWO_WINDOWS_NETWORK);
export const TWO_WINDOWS_START: RunStart = { hour: 0, ...(calendar && { calendar }) };
