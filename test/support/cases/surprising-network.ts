/** One bus with more, less and no power compared with the forecast: small enough to settle by hand. */
import { aUnit } from './a-unit.ts';

const HOURS = 48;

/** Actual series of a constant forecast; `hours` holds the values that differ. */
const actualValues = (forecast: number, hours: Readonly<Record<number, number>>) =>
  Array.from({ length: HOURS }, (_, t) => hours[t] ?? forecast);

/**
 * Plan: 90 MW of load less 20 of wind, 70 from coal at 20 $/MWh. Actual values: hour 5 has 40 MW more load, so that
 * coal gives its 100 and gas starts for 10 at 50 $/MWh; hour 10 has less load and more wind; hour 20 has no load.
 */
export const surprisingNetwork = () => ({
  buses: [{ id: 1, v_nom_kv: 100 }],
  lines: [],
  generators: [
    {
      ...aUnit('coal', { p_min: 20, marginal_cost: 20, min_uptime: 8, min_downtime: 8 }),
      initial_power_mw: 70,
      type: 'STEAM',
    },
    {
      ...aUnit('gas', { p_max: 60, marginal_cost: 50, no_load_cost: 1, startup_cost: 5, initial_status: -9 }),
      type: 'CT',
    },
  ],
  loads: [{ bus: 1, values: actualValues(90, {}), actual_values: actualValues(90, { 5: 130, 10: 70 }) }],
  renewables: [
    {
      name: 'wind',
      bus: 1,
      p_max: actualValues(20, {}),
      actual_p_max: actualValues(20, { 10: 30, 20: 0 }),
      type: 'WIND',
    },
  ],
});
