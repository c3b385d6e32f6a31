/** A load: demand at a bus, hour by hour. */
import { series, whole } from './attribute.ts';

export const LOAD = {
  bus: whole('Bus number').required(),
  values: series('MW', 'Demand').required(),
};

export const NETWORK_LOAD = {
  ...LOAD,
  actual_values: series('MW', 'Demand that came', {
    actualOf: 'values',
    description: 'Demand that came, of real time, one value per hour of values; absent = values',
  }),
};
