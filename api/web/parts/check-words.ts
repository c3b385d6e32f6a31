/** What the checks of a certificate are about. */
import type { JobResult } from '../../client/runs.ts';

type CheckName = NonNullable<JobResult['certificate']>['checks'][number]['name'];

export const CHECKS: Readonly<Record<CheckName, string>> = {
  power_balance: 'Supply meets load in every hour',
  output_limits: 'Units stay within their output limits',
  ramp: 'Units ramp no faster than they can',
  min_uptime: 'Units stay on as long as they must',
  min_downtime: 'Units stay off as long as they must',
  initial_state: 'The schedule goes on from the state before hour 0',
  startup_shutdown_ramp: 'Starts and stops keep their ramps',
  reserve: 'Reserve is provided',
  line_limits: 'Lines stay within their ratings',
  contingency_limits: 'Lines hold after every contingency',
  storage: 'Storage keeps its energy and power limits',
  emission_limit: 'Emissions stay within their limit',
  energy_limit: 'Renewables stay within their energy limits',
  cost: 'Cost of operation, penalties and objective, added up again, are those of the result',
  bound: 'No proven bound is above the objective',
  lmp_decomposition: 'Prices are energy + congestion + loss',
  prices: 'Prices follow from the schedule',
};
