/** A load: demand at a bus, hour by hour. */
import { series, varying, whole } from './attribute.ts';

export const LOAD = {
  bus: whole('Bus number').required(),
  values: series('MW', 'Demand').required(),
  unserved_energy_usd_per_mwh: varying(
    '$/MWh',
    'Value of lost load of this load, in place of that of the options',
    {
      bounds: { least: 0 },
    },
  ),
};

export const NETWORK_LOAD = {
  ...LOAD,
  actual_values: series('MW', 'Actual demand', {
    actualOf: 'values',
    description: 'Actual demand, used in real time, one value per hour of values; absent = values',
  }),
};
