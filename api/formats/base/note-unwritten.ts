/** Reports what of a payload no public format has a place for. */
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

export function noteUnwritten(payload: SolvePayload, report: ReportBuilder): void {
  const { options, generators } = payload;
  if (payload.solver) report.drop('info', 'solving', 'How to solve is not part of the problem', ['solver']);
  for (const name of SOLVING)
    if (options?.[name] !== undefined)
      report.drop('info', 'solving', 'How to solve is not part of the problem', ['options', name]);
  if (options?.losses) report.drop('warning', 'losses', 'Losses of lines', ['options', 'losses']);
  for (const name of ['commitment', 'commitment_job_id'] as const)
    if (payload[name]) report.drop('warning', 'commitment', 'A given commitment', [name]);
  for (const [i, unit] of generators.entries())
    for (const name of ['fuel', 'heat_rate_btu_per_kwh'] as const)
      if (unit[name] !== undefined)
        report.drop('info', 'fuel', 'Fuel and heat rate, which are for information', ['generators', i, name]);
}
