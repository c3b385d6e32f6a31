/**
 * A network with three units that are often out of service, wind, and a load that requires two of the units; a few days
 * of series with a date.
 */

import type { NetworkBody } from '../../../temporal/case/network-body.ts';
import { aUnit, type SteadyUnit } from './a-unit.ts';

const DAYS = 3;
const hourly = (valueAt: (hour: number) => number): number[] =>
  Array.from({ length: DAYS * 24 }, (_, t) => valueAt(t));

const unit = (name: string, forced_outage_rate: number, changes: Partial<SteadyUnit>) => ({
  ...aUnit(name, changes),
  mean_time_to_repair_h: 8,
  forced_outage_rate,
});

export const outageNetwork = (): NetworkBody => ({
  base_mva: 100,
  nominal_frequency_hz: 60,
  buses: [{ id: 1, name: 'Bus 1', v_nom_kv: 100, type: 'slack' }],
  lines: [],
  generators: [
    unit('steam', 0.25, {
      p_min: 20,
      marginal_cost: 20,
      startup_cost: 300,
      fuel: 'Coal',
      heat_rate_btu_per_kwh: 10_000,
    }),
    unit('gas', 0.3, { p_max: 80, marginal_cost: 40, startup_cost: 100 }),
    unit('peaker', 0.2, { p_max: 60, marginal_cost: 90, startup_cost: 50 }),
  ],
  renewables: [{ name: 'breeze', bus: 1, type: 'WIND', p_max: hourly((t) => 20 + 10 * Math.sin(t / 5)) }],
  loads: [{ bus: 1, values: hourly((t) => 120 - 30 * Math.cos((t * Math.PI) / 12)) }],
  fuels: [{ name: 'Coal', price_usd_per_mmbtu: 2, co2_t_per_mmbtu: 0.1 }],
  series_start: '2024-07-01T00:00:00',
});
