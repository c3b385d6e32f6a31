/** A thermal generator as clients describe it; the fields below `initial_status` are additive. */
import { array, boolean, type InferType, number, object, string } from 'yup';
import { familyFields } from './families.ts';
import { hourly, limitOrNull, optionalQuantity, quantity } from './units.ts';

const curvePoint = object({
  mw: quantity('MW', 'Output'),
  usd_per_h: quantity('$/h', 'Production cost at this output'),
});

const startupCategory = object({
  lag_h: quantity('h', 'Hours off from which this category applies'),
  cost_usd: quantity('$', 'Start-up cost of this category'),
});

/** Checked with the length of the intervals (`element-data.ts`). */
const hours = (description: string) =>
  quantity('h', `${description}; a whole number unless interval_minutes is less than 60`);

export const generatorSchema = object({
  name: string().required().meta({ description: 'Unique generator identifier' }),
  bus: number().integer().required().meta({ description: 'Bus number' }),
  p_max: quantity('MW', 'Maximum output').min(0),
  p_min: quantity('MW', 'Minimum stable output'),
  marginal_cost: quantity('$/MWh', 'Variable cost'),
  no_load_cost: quantity('$/h', 'Fixed cost while online'),
  startup_cost: quantity('$', 'Cold-start cost'),
  shutdown_cost: optionalQuantity('$', 'Cost of a stop, default 0').min(0),
  ramp_up: limitOrNull('MW/h', 'Maximum ramp-up rate'),
  ramp_down: limitOrNull('MW/h', 'Maximum ramp-down rate'),
  min_uptime: hours('Minimum consecutive hours online').min(0),
  min_downtime: hours('Minimum consecutive hours offline').min(0),
  initial_status: hours('Hours online (> 0) or offline (<= 0) at hour 0'),
  initial_power_mw: optionalQuantity('MW', 'Output before the first hour'),
  must_run: boolean().optional().meta({ description: 'Online in every hour' }),
  startup_ramp: optionalQuantity('MW', 'Output limit in the hour of a start; below p_min: it cannot start'),
  shutdown_ramp: optionalQuantity(
    'MW',
    'Output limit in the hour before a stop; below p_min: it cannot stop',
  ),
  cost_curve: array(curvePoint).min(1).optional().meta({
    description: 'Convex production cost; replaces marginal_cost and no_load_cost',
  }),
  startup_categories: array(startupCategory)
    .min(1)
    .optional()
    .meta({ description: 'Start-up cost by hours off; replaces startup_cost' }),
  p_max_profile: hourly(
    'MW',
    'Available output; below the minimum output of the hour: off in that hour',
  ).optional(),
  p_min_profile: hourly('MW', 'Minimum output while committed').optional(),
  fuel: string().optional(),
  heat_rate_btu_per_kwh: optionalQuantity('Btu/kWh', 'Heat rate, for information'),
  ...familyFields.generator,
});
export type Generator = InferType<typeof generatorSchema>;
