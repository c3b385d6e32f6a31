/**
 * Energy limits of a generator, renewable or storage: over hours of a payload, or by period in a stored network; and
 * limits of the fuel that several generators burn over hours of a payload.
 */
import { object, string } from 'yup';
import { amount, list, series, text, whole } from './attribute.ts';

const hour = () => whole('0-based, inclusive', { bounds: { least: 0 } }).required();

const energyLimit = object({
  first_hour: hour(),
  last_hour: hour(),
  mwh: amount('MWh', 'Largest energy over these hours').required(),
  min_mwh: amount('MWh', 'Least energy over these hours, as of a take-or-pay contract; absent = no limit'),
});

export const fuelLimitSchema = object({
  fuel: text('`fuel` of the generators whose consumption is limited').required(),
  first_hour: hour(),
  last_hour: hour(),
  max_mmbtu: amount('MMBtu', 'Largest consumption over these hours; absent = no limit'),
  min_mmbtu: amount(
    'MMBtu',
    'Least consumption over these hours, as of a take-or-pay contract; absent = no limit',
  ),
  penalty_usd_per_mmbtu: amount(
    '$/MMBtu',
    'Price of fuel above max_mmbtu and of fuel that min_mmbtu lacks; absent = hard',
  ),
}).meta({ description: 'Limits of the fuel that all generators with this fuel burn over a range of hours' });

const LIMIT_PERIODS = ['day', 'week', 'month'] as const;

const periodicLimits = object({
  period: string().oneOf(LIMIT_PERIODS).required().meta({
    description: 'Days and weeks are counted from the first hour of the series; months are calendar months',
  }),
  mwh: series('MWh', 'Largest energy', {
    description: 'Largest energy per period, starting with the period of the first hour; the values repeat',
  }).required(),
  min_mwh: series('MWh', 'Least energy', {
    description: 'Least energy per period, one value per value of mwh; absent = no limit',
  }),
});

export const energyLimits = (description: string) => list(energyLimit, description);

/** `description`: absent for budgets whose element says enough. */
export const energyBudgets = (description?: string) =>
  periodicLimits
    .optional()
    .default(undefined)
    .meta({ ...(description && { description }) });
