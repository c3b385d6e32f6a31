/** Reports the parts of a payload that no public format can express. */
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { Place, ReportBuilder } from './report.ts';

const HOW = 'How to solve is not part of the problem';
/** Options that affect how a case is solved, but not its solution. */
const SOLVING = [
  'mip_gap',
  'time_limit',
  'random_seed',
  'presolve',
  'warm_start_job_id',
  'slack_bus',
  'pricing',
  'emission_rates',
] as const;

const EMISSIONS = ['emission_limit_t', 'emission_penalty_usd_per_t', 'emission_price_usd_per_t'] as const;

type Drop = (code: string, words: string, ...path: Place) => void;

/**
 * Notes the parts of a payload that a format cannot express. `written`: codes of the notes that do not apply to the
 * format.
 */
export function noteUnwritten(
  payload: SolvePayload,
  report: ReportBuilder,
  written: readonly string[] = [],
): void {
  const tell: Drop = (code, words, ...path) => report.drop('info', code, words, path);
  const drop: Drop = (code, words, ...path) => {
    if (!written.includes(code)) report.drop('warning', code, words, path);
  };
  const { options } = payload;
  if (payload.solver) tell('solving', HOW, 'solver');
  for (const name of SOLVING) if (options?.[name] !== undefined) tell('solving', HOW, 'options', name);
  if (options?.losses) drop('losses', 'Losses of lines', 'options', 'losses');
  for (const name of ['commitment', 'commitment_job_id'] as const)
    if (payload[name]) drop('commitment', 'A given commitment', name);
  if (payload.fixed_commitment?.length)
    drop('fixed_commitment', 'Hours in which it is given that units are on or off', 'fixed_commitment');
  noteLoads(payload, drop);
  noteEmissions(payload, drop);
  noteStudies(payload, drop);
  noteReserves(payload, drop);
  noteLists(payload, report, written);
  for (const [i, unit] of payload.generators.entries())
    for (const name of ['fuel', 'heat_rate_btu_per_kwh', 'startup_mmbtu'] as const)
      if (unit[name] !== undefined) tell('fuel', 'Fuel and heat rate', 'generators', i, name);
}

const COST = 'Costs by the hour: the mean';
const RAMP = 'Ramps by the hour: the least';
/** Fields of units that may be lists in a payload; most formats have one number for them, or no field. */
const LISTS = [
  ['marginal_cost', 'cost_by_hour', COST],
  ['no_load_cost', 'cost_by_hour', COST],
  ['startup_cost', 'start_by_hour', COST],
  ['ramp_up', 'ramp_by_hour', RAMP],
  ['ramp_down', 'ramp_by_hour', RAMP],
  ['must_run', 'must_run_by_hour', 'Hours in which a unit must run: none, unless all are'],
] as const;

function noteLists({ generators }: SolvePayload, report: ReportBuilder, written: readonly string[]): void {
  for (const [i, unit] of generators.entries())
    for (const [field, code, words] of LISTS)
      if (Array.isArray(unit[field]) && !written.includes(code))
        report.change('warning', code, words, ['generators', i, field]);
}

function noteLoads({ loads }: SolvePayload, drop: Drop): void {
  const price = 'unserved_energy_usd_per_mwh';
  for (const [i, load] of loads.entries())
    if (load[price] !== undefined)
      drop('lost_load', 'Values of lost load of single loads', 'loads', i, price);
}

function noteEmissions(payload: SolvePayload, drop: Drop): void {
  for (const name of EMISSIONS)
    if (payload[name] !== undefined) drop('emissions', 'Limit and price of CO2', name);
  for (const [i, unit] of payload.generators.entries())
    for (const name of ['co2_t_per_mwh', 'co2_t_per_start'] as const)
      if (unit[name]) drop('emissions', 'CO2 of units', 'generators', i, name);
}

/** Words for phase shifters, which every format writes with a fixed angle. */
export const DECIDED_SHIFTS = 'Phase shifts that are decided; the lines keep their own';

/** Lists that only this service has, in words. */
const OWN_LISTS = [
  ['dc_lines', 'DC lines'],
  ['interfaces', 'Limits of interfaces'],
  ['phase_shifters', DECIDED_SHIFTS],
  ['bids', 'Bids'],
  ['demand_response', 'Demand response'],
  ['fuel_limits', 'Limits of fuel'],
] as const;

/** Reports fields that only production-cost studies have. */
function noteStudies(payload: SolvePayload, drop: Drop): void {
  const { generators, renewables = [], storage = [] } = payload;
  for (const [i, { shutdown_cost }] of generators.entries())
    if (shutdown_cost) drop('shutdown_cost', 'Cost of stops', 'generators', i, 'shutdown_cost');
  for (const [list, items] of Object.entries({ generators, renewables, storage }))
    for (const [i, { energy_limits }] of items.entries())
      if (energy_limits?.length) drop('energy_limits', `Energy limits of ${list}`, list, i, 'energy_limits');
  for (const [s, store] of storage.entries()) {
    const note = (field: keyof typeof store, code: string, words: string): void => {
      if (store[field]) drop(code, words, 'storage', s, field);
    };
    note('final_value_usd_per_mwh', 'final_value', 'Value of the energy left in storage');
    note('inflow_mw', 'inflow', 'Inflow of storage');
    for (const field of ['max_cycles_per_day', 'day_hours_before', 'day_discharged_mwh'] as const)
      note(field, 'cycles', 'Limits of the cycles of storage');
    note('cyclic', 'cyclic', 'Cyclic storage, written with an initial state of half full');
  }
  for (const [list, words] of OWN_LISTS) if (payload[list]?.length) drop(list, words, list);
}

/** Fields of a reserve product, with the codes and words of their notes. */
const OF_PRODUCTS = [
  ['response_min', 'reserve_response', 'The response time of a reserve'],
  ['kind', 'reserve_kind', 'Kind of a reserve'],
  ['demand_curve', 'demand_curve', 'Demand curve of a reserve'],
  ['counts_towards', 'nested_reserves', 'Reserve that counts towards another product'],
] as const;

function noteReserves(
  { generators, reserves = [], storage = [], renewables = [] }: SolvePayload,
  drop: Drop,
): void {
  for (const [i, { quick_start_mw }] of generators.entries())
    if (quick_start_mw)
      drop('quick_start', 'Reserve of units that are off', 'generators', i, 'quick_start_mw');
  const others = new Set([...storage, ...renewables].map(({ name }) => name));
  for (const [q, product] of reserves.entries()) {
    if (product.direction === 'down') drop('reserve_direction', 'Reserve downward', 'reserves', q);
    for (const [field, code, words] of OF_PRODUCTS)
      if (product[field] !== undefined && product[field] !== 'spinning')
        drop(code, words, 'reserves', q, field);
    if (product.providers?.some((name) => others.has(name)))
      drop('reserve_providers', 'Reserve of storage and renewables', 'reserves', q, 'providers');
  }
}
