/**
 * A network of one bus in which actual power is higher than, lower than, or missing against the forecast; small enough
 * to settle by hand.
 */
import { aUnit } from './a-unit.ts';

const HOURS = 48;

/** Actual series for a constant forecast. `hours`: values that differ from the forecast. */
const actualValues = (forecast: number, hours: Readonly<Record<number, number>>) =>
  Array.from({ length: HOURS }, (_, t) => hours[t] ?? forecast);

/**
 * Plan: a load of 90 MW less 20 MW of wind leaves 70 MW to coal at 20 $/MWh. Actual values: in hour 5, the load is 40
 * MW higher, so that coal gives its 100 MW and gas starts for 10 MW at 50 $/MWh; in hour 10, there is less load and
 * more wind; in hour 20, there is no load.
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
