/**
 * The constraint families of a case as clients see them. For each family: its result fields, the checks of a
 * certificate, and the causes of infeasibility, with texts. Names and texts are in one table, so that the compiler
 * reports a missing text.
 */
import { array } from 'yup';
import { finite, optionalQuantity } from '../elements/units.ts';
import { record, type Series, series } from './series.ts';

/** Fields that a family adds to a result, and to its multipliers. */
export const familyFields = {
  result: {
    reserve_mw: record<Series>('Product -> provider -> MW per hour').optional(),
    reserve_shortfall_mw: series('Product -> MW per hour').optional(),
    reserve_price_usd_per_mw: series(
      'Product -> $/MW per hour, cost of one more MW of the requirement',
    ).optional(),
    emissions_t: array(finite().required())
      .optional()
      .meta({ unit: 't', description: 'CO2 per hour; absent if the payload has no CO2 data' }),
    total_emissions_t: optionalQuantity('t', 'CO2 over the horizon'),
    generator_emissions_t: series('Generator -> t of CO2 per hour').optional(),
    emission_cost_usd: optionalQuantity(
      '$',
      'Cost of CO2 at emission_price_usd_per_t, part of total_cost_usd',
    ),
    emission_excess_t: optionalQuantity('t', 'CO2 above a limit with a penalty, charged in penalty_usd'),
    interface_flow_mw: series('Interface -> sum of factor x flow, MW per hour').optional(),
    interface_overflow_mw: series('Soft interface -> MW per hour outside its limits').optional(),
    interface_shadow_price_usd_per_mwh: series(
      'Interface -> $/MWh per hour, cost of one MW less of the limit that binds: above 0 at p_max_mw, below 0 at p_min_mw',
    ).optional(),
    energy_limit_price_usd_per_mwh: series(
      'Generator, renewable or storage with energy_limits -> $/MWh per limit, cost of one MWh less of the limit that binds: above 0 at mwh, below 0 at min_mwh',
    ).optional(),
    cycle_limit_price_usd_per_mwh: series(
      'Storage with max_cycles_per_day -> $/MWh per day, cost of one MWh less that may be discharged',
    ).optional(),
    fuel_used_mmbtu: series('Fuel with fuel_limits -> MMBtu burnt per hour').optional(),
    fuel_overflow_mmbtu: series(
      'Fuel with fuel_limits that have a penalty -> MMBtu per limit above max_mmbtu or below min_mmbtu, charged in penalty_usd',
    ).optional(),
    fuel_limit_price_usd_per_mmbtu: series(
      'Fuel with fuel_limits -> $/MMBtu per limit, cost of one MMBtu less of the limit that binds: above 0 at max_mmbtu, below 0 at min_mmbtu',
    ).optional(),
    emission_shadow_price_usd_per_t: optionalQuantity('$/t', 'Cost of one t less of emission_limit_t'),
  },
  multipliers: {
    emission_usd_per_t: optionalQuantity('$/t', 'Price of emission_limit_t, at least 0'),
    interfaces_usd_per_mwh: series(
      'Interface -> $/MWh per hour, above 0 for p_max_mw, below 0 for p_min_mw',
    ).optional(),
    energy_limits_usd_per_mwh: series(
      'Generator, renewable or storage -> $/MWh per energy limit, above 0 for mwh, below 0 for min_mwh',
    ).optional(),
    cycle_limits_usd_per_mwh: series(
      'Storage -> $/MWh per day with a limit of cycles, at least 0',
    ).optional(),
    fuel_limits_usd_per_mmbtu: series(
      'Fuel -> $/MMBtu per fuel limit, above 0 for max_mmbtu, below 0 for min_mmbtu',
    ).optional(),
  },
};

/** Names of the checks, in the order of a certificate. */
export const CHECK_NAMES = [
  'power_balance',
  'output_limits',
  'ramp',
  'min_uptime',
  'min_downtime',
  'initial_state',
  'startup_shutdown_ramp',
  'reserve',
  'line_limits',
  'contingency_limits',
  'interface_limits',
  'storage',
  'demand_response',
  'emission_limit',
  'energy_limit',
  'fuel_limit',
  'cost',
  'bound',
  'lmp_decomposition',
  'prices',
  'settlement',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

export const CAUSE_CODES = [
  'CAPACITY_SHORTFALL',
  'MINIMUM_GENERATION_EXCESS',
  'OUTPUT_LIMITS_INVERTED',
  'MIN_UPTIME_CONFLICT',
  'MIN_DOWNTIME_CONFLICT',
  'RAMP_LIMIT',
  'RESERVE_SHORTFALL',
  'LINE_LIMIT',
  'CONTINGENCY_LIMIT',
  'INTERFACE_LIMIT',
  'ISLANDED_LOAD',
  'STORAGE_LIMIT',
  'EMISSION_LIMIT',
  'ENERGY_LIMIT',
  'FUEL_LIMIT',
] as const;
export type CauseCode = (typeof CAUSE_CODES)[number];

/** Cause -> its text in a sentence, between the hour and the element. */
export const CAUSE_WORDS: Readonly<Record<CauseCode, string>> = {
  CAPACITY_SHORTFALL: 'the load exceeds all that can be online',
  MINIMUM_GENERATION_EXCESS: 'minimum generation exceeds the load',
  OUTPUT_LIMITS_INVERTED: 'Pmin is above Pmax',
  MIN_UPTIME_CONFLICT: 'the minimum up time stands against it',
  MIN_DOWNTIME_CONFLICT: 'the minimum down time stands against it',
  RAMP_LIMIT: 'ramps do not allow it',
  RESERVE_SHORTFALL: 'the reserve cannot be provided',
  LINE_LIMIT: 'the network cannot carry the power',
  CONTINGENCY_LIMIT: 'a contingency cannot be survived',
  INTERFACE_LIMIT: 'an interface cannot carry the power',
  ISLANDED_LOAD: 'a load is cut off from every source',
  STORAGE_LIMIT: 'the energy of a storage cannot be reached',
  EMISSION_LIMIT: 'emissions exceed their limit',
  ENERGY_LIMIT: 'energy over some hours cannot be within its limit',
  FUEL_LIMIT: 'fuel over some hours cannot be within its limit',
};

/**
 * Groups of causes, tested one group at a time in this order. A cause of a group is confirmed if the case has a
 * schedule when the rules with these codes are relaxed. A line rating also applies after a contingency, unless the line
 * has an emergency rating.
 */
export const RELAXED_ALONE: readonly (readonly CauseCode[])[] = [
  ['CONTINGENCY_LIMIT'],
  ['LINE_LIMIT', 'CONTINGENCY_LIMIT'],
  ['INTERFACE_LIMIT'],
  ['RESERVE_SHORTFALL'],
  ['RAMP_LIMIT'],
  ['MIN_DOWNTIME_CONFLICT'],
  ['MIN_UPTIME_CONFLICT'],
  ['STORAGE_LIMIT'],
  ['EMISSION_LIMIT'],
  ['ENERGY_LIMIT'],
  ['FUEL_LIMIT'],
];
