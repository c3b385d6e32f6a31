/** Reports the parts of a payload that no public format has a place for. */
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { ReportBuilder } from './report.ts';

/** Options that choose how to solve, not what. */
const SOLVING = [
  'mip_gap',
  'time_limit',
  'random_seed',
  'presolve',
  'warm_start_job_id',
  'slack_bus',
] as const;

const EMISSIONS = ['emission_limit_t', 'emission_penalty_usd_per_t', 'emission_price_usd_per_t'] as const;

export function noteUnwritten(payload: SolvePayload, report: ReportBuilder): void {
  const { options, generators } = payload;
  if (payload.solver) report.drop('info', 'solving', 'How to solve is not part of the problem', ['solver']);
  for (const name of SOLVING)
    if (options?.[name] !== undefined)
      report.drop('info', 'solving', 'How to solve is not part of the problem', ['options', name]);
  if (options?.losses) report.drop('warning', 'losses', 'Losses of lines', ['options', 'losses']);
  for (const name of ['commitment', 'commitment_job_id'] as const)
    if (payload[name]) report.drop('warning', 'commitment', 'A given commitment', [name]);
  noteEmissions(payload, report);
  noteStudies(payload, report);
  noteReserves(payload, report);
  for (const [i, unit] of generators.entries())
    for (const name of ['fuel', 'heat_rate_btu_per_kwh'] as const)
      if (unit[name] !== undefined)
        report.drop('info', 'fuel', 'Fuel and heat rate, which are for information', ['generators', i, name]);
}

function noteEmissions(payload: SolvePayload, report: ReportBuilder): void {
  for (const name of EMISSIONS)
    if (payload[name] !== undefined) report.drop('warning', 'emissions', 'Limit and price of CO2', [name]);
  for (const [i, unit] of payload.generators.entries())
    for (const name of ['co2_t_per_mwh', 'co2_t_per_start'] as const)
      if (unit[name]) report.drop('warning', 'emissions', 'CO2 of units', ['generators', i, name]);
}

/** What only studies of production cost have. */
function noteStudies(payload: SolvePayload, report: ReportBuilder): void {
  for (const [i, { shutdown_cost }] of payload.generators.entries())
    if (shutdown_cost)
      report.drop('warning', 'shutdown_cost', 'Cost of stops', ['generators', i, 'shutdown_cost']);
  for (const [i, { energy_limits }] of (payload.renewables ?? []).entries())
    if (energy_limits?.length)
      report.drop('warning', 'energy_limits', 'Energy limits of renewables', [
        'renewables',
        i,
        'energy_limits',
      ]);
  for (const [s, { final_value_usd_per_mwh }] of (payload.storage ?? []).entries())
    if (final_value_usd_per_mwh)
      report.drop('warning', 'final_value', 'Worth of the energy left in storage', [
        'storage',
        s,
        'final_value_usd_per_mwh',
      ]);
  if (payload.dc_lines?.length) report.drop('warning', 'dc_lines', 'DC lines', ['dc_lines']);
}

function noteReserves(
  { reserves = [], storage = [], renewables = [] }: SolvePayload,
  report: ReportBuilder,
): void {
  const others = new Set([...storage, ...renewables].map(({ name }) => name));
  for (const [q, { direction, response_min, providers }] of reserves.entries()) {
    if (direction === 'down')
      report.drop('warning', 'reserve_direction', 'Reserve downward', ['reserves', q]);
    if (response_min !== undefined)
      report.drop('warning', 'reserve_response', 'The response time of a reserve', [
        'reserves',
        q,
        'response_min',
      ]);
    if (providers?.some((name) => others.has(name)))
      report.drop('warning', 'reserve_providers', 'Reserve of storage and renewables', [
        'reserves',
        q,
        'providers',
      ]);
  }
}
