/** A small network that carries every field a stored network has: two areas, a week of series from 1 July 2024. */
import type { NetworkBody } from '../../../temporal/case/messages/network-body.ts';
import { aUnit } from './a-unit.ts';

const HOURS = 168;
const hourly = (valueAt: (hour: number) => number): number[] =>
  Array.from({ length: HOURS }, (_, t) => valueAt(t));
const bus = (id: number, area: string) => ({
  id,
  name: `Bus ${id}`,
  v_nom_kv: 100,
  type: id === 1 ? ('slack' as const) : ('pq' as const),
  area,
  zone: `${area}1`,
  latitude: 33.5,
  longitude: -112,
});
const line = (id: string, from_bus: number, to_bus: number, changes: object = {}) => ({
  id,
  from_bus,
  to_bus,
  r_ohm: 1,
  x_ohm: 10,
  x_pu: 0.1,
  s_nom_mva: 300,
  in_service: true,
  ...changes,
});

/** A day of load between 160 and 240 MW in all. */
const load = (hour: number): number => 200 - 40 * Math.cos((hour * Math.PI) / 12);

export const studyNetwork = (changes: Partial<NetworkBody> = {}): NetworkBody => ({
  base_mva: 100,
  nominal_frequency_hz: 60,
  buses: [bus(1, 'A'), bus(2, 'A'), bus(3, 'B')],
  lines: [
    line('L12', 1, 2, { tap_ratio: 1.05 }),
    line('L23', 2, 3, { penalty_usd_per_mwh: 500 }),
    line('L13', 1, 3),
  ],
  generators: [
    aUnit('coal', {
      bus: 1,
      p_min: 60,
      p_max: 160,
      ramp_up: 60,
      ramp_down: 60,
      min_uptime: 8,
      min_downtime: 4,
      marginal_cost: 0,
      initial_power_mw: 100,
    }),
    aUnit('peaker', {
      bus: 3,
      p_min: 10,
      p_max: 90,
      marginal_cost: 60,
      startup_cost: 200,
      initial_status: -10,
    }),
  ].map((unit) =>
    unit.name === 'peaker'
      ? { ...unit, type: 'CT', shutdown_cost: 50, maintenance: [{ from: '2024-07-03', to: '2024-07-04' }] }
      : {
          ...unit,
          type: 'STEAM',
          fuel: 'Coal',
          heat_rate_curve: [
            { mw: 60, mmbtu_per_h: 660 },
            { mw: 110, mmbtu_per_h: 1110 },
            { mw: 160, mmbtu_per_h: 1660 },
          ],
          variable_om_usd_per_mwh: 1.5,
          startup_fuel: [
            { lag_h: 4, mmbtu: 500, usd: 100 },
            { lag_h: 12, mmbtu: 900, usd: 150 },
          ],
          forced_outage_rate: 0.05,
          mean_time_to_repair_h: 40,
        },
  ),
  loads: [
    { bus: 2, values: hourly((t) => 0.4 * load(t)) },
    { bus: 3, values: hourly((t) => 0.6 * load(t)) },
  ],
  series_start: '2024-07-01T00:00:00',
  time_zone: 'America/Phoenix',
  dc_lines: [{ id: 'DC1', from_bus: 1, to_bus: 3, p_min_mw: -20, p_max_mw: 20, in_service: true }],
  renewables: [
    { name: 'wind', bus: 2, p_max: hourly((t) => 30 + 10 * Math.sin(t)), type: 'WIND' },
    {
      name: 'rooftop',
      bus: 3,
      p_max: hourly((t) => Math.max(0, 8 * Math.sin(((t - 6) * Math.PI) / 12))),
      must_take: true,
      type: 'RTPV',
    },
    {
      name: 'river',
      bus: 1,
      p_max: [50],
      p_min: [5],
      marginal_cost: 1,
      type: 'HYDRO',
      energy_limits: { period: 'day', mwh: [600, 700] },
    },
  ],
  storage: [
    {
      name: 'battery',
      bus: 3,
      energy_mwh: 80,
      charge_mw: 20,
      discharge_mw: 20,
      efficiency: 0.85,
      initial_mwh: 40,
      type: 'BATTERY',
    },
  ],
  reserves: [
    {
      name: 'spin',
      mw: 10,
      areas: ['A', 'B'],
      provider_types: ['STEAM', 'CT', 'BATTERY'],
      response_min: 10,
      penalty_usd_per_mwh: 1000,
    },
    { name: 'down', direction: 'down', mw: hourly(() => 5), providers: ['coal', 'wind'] },
  ],
  fuels: [{ name: 'Coal', price_usd_per_mmbtu: 2, co2_t_per_mmbtu: 0.095 }],
  ...changes,
});
