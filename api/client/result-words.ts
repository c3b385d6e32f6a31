/** Texts for codes of a result, for pages and reports. */
import type { JobResult } from './runs.ts';

/** Least gap that counts; a smaller gap is treated as zero. */
const LEAST_GAP = 1e-9;

interface Ended extends Pick<JobResult, 'termination_status' | 'mip_gap'> {
  readonly end_reason?: JobResult['end_reason'] | undefined;
}

/** Termination status and gap as a sentence, with the reason why the search ended. */
export function terminationText(
  { termination_status: status, mip_gap: gap, end_reason }: Ended,
  percent: (share: number) => string,
): string {
  const ending = (end_reason && ENDINGS[end_reason]) || '';
  return `${statusText(status, gap, percent)} ${ending}`.trim();
}

function statusText(
  status: Ended['termination_status'],
  gap: number | null,
  percent: (share: number) => string,
): string {
  if (status === 'INFEASIBLE') return 'Infeasible: no schedule meets all constraints.';
  if (status === 'TIMEOUT') return 'Time limit reached before a schedule was found.';
  if (status === 'OPTIMAL')
    return (gap ?? 0) < LEAST_GAP
      ? 'Optimal: no schedule is cheaper.'
      : `Optimal: no schedule can be more than ${percent(gap ?? 0)} cheaper.`;
  return gap === null
    ? 'Feasible: verified, but without a bound.'
    : `Feasible: verified, but one up to ${percent(gap)} cheaper may exist.`;
}

/** End reason -> words; empty if the termination text already states the reason. */
const ENDINGS: Readonly<Record<NonNullable<JobResult['end_reason']>, string>> = {
  proven: '',
  gap_reached: 'The search ended at the target gap.',
  time_limit: 'The search ended at the time limit.',
  stopped: 'The search was stopped early.',
  cancelled: 'The job was cancelled.',
  memory: 'The solver ran out of memory or crashed; this is its best schedule.',
  infeasible: '',
};

export type Check = Omit<NonNullable<JobResult['certificate']>['checks'][number], 'vacuous'> & {
  readonly vacuous?: boolean | undefined;
};

export const CHECKS: Readonly<Record<Check['name'], string>> = {
  power_balance: 'Supply meets load in every hour',
  output_limits: 'Units stay within their output limits',
  ramp: 'Units keep their ramp limits',
  min_uptime: 'Units keep their minimum up time',
  min_downtime: 'Units keep their minimum down time',
  initial_state: 'The schedule continues from the initial state',
  startup_shutdown_ramp: 'Starts and stops keep their ramp limits',
  reserve: 'Reserve is provided',
  line_limits: 'Lines stay within their ratings',
  contingency_limits: 'Lines keep their emergency ratings after every contingency',
  interface_limits: 'Interfaces stay within their limits',
  storage: 'Storage keeps its energy and power limits',
  demand_response: 'Demand response keeps its limits, and its energy comes back in time',
  emission_limit: 'Emissions stay within their limit',
  energy_limit: 'Energy of units, renewables and storage stays within its limits',
  fuel_limit: 'Fuel stays within its limits',
  cost: 'Operating cost, penalties and objective match the result',
  bound: 'No proven bound exceeds the objective',
  lmp_decomposition: 'Prices are energy + congestion + loss',
  prices: 'Prices follow from the schedule',
  settlement: 'Settlement follows from prices and schedule',
};

/** Reason why prices were not judged. */
type Unpriced = NonNullable<JobResult['certificate']>['prices'];
const UNPRICED = { approximate: 'approximate, not judged', absent: 'none given' } as const;

/** `prices`: absent if prices were judged. */
export function passedText({ name, ok, vacuous }: Check, prices: Unpriced): string {
  if (!vacuous) return ok ? 'yes' : 'no';
  return name === 'prices' && prices ? UNPRICED[prices] : 'none in this case';
}
