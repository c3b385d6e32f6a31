/** Table of the checks of a certificate with their largest violations. */
import type { JobResult } from '../../client/runs.ts';
import { Badge } from './elements.tsx';
import { plain } from './format.ts';
import { Table } from './table.tsx';

type Check = Omit<NonNullable<JobResult['certificate']>['checks'][number], 'vacuous'> & {
  readonly vacuous?: boolean | undefined;
};

const CHECKS: Readonly<Record<Check['name'], string>> = {
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
  storage: 'Storage keeps its energy and power limits',
  emission_limit: 'Emissions stay within their limit',
  energy_limit: 'Renewables stay within their energy limits',
  cost: 'Operating cost, penalties and objective match the result',
  bound: 'No proven bound exceeds the objective',
  lmp_decomposition: 'Prices are energy + congestion + loss',
  prices: 'Prices follow from the schedule',
};

interface CheckTableProps {
  readonly checks: readonly Check[];
  /** Reason why prices were not judged; absent if they were judged. */
  readonly prices?: NonNullable<JobResult['certificate']>['prices'] | undefined;
}

const UNPRICED = { approximate: 'approximate, not judged', absent: 'none given' } as const;

export const CheckTable = ({ checks, prices }: CheckTableProps) => (
  <Table
    caption="Checks of the certificate"
    keyOf={({ name }) => name}
    rows={checks}
    columns={[
      { head: 'Check', cell: ({ name }) => CHECKS[name] ?? name },
      {
        head: 'Passed',
        cell: ({ name, ok, vacuous }) =>
          vacuous ? (
            <Badge text={name === 'prices' && prices ? UNPRICED[prices] : 'none in this case'} tone="quiet" />
          ) : (
            <Badge text={ok ? 'yes' : 'no'} tone={ok ? 'good' : 'bad'} />
          ),
      },
      { head: 'Worst violation', isNumber: true, cell: (check) => plain(check.max_violation) },
      { head: 'Tolerance', isNumber: true, cell: (check) => plain(check.tolerance) },
    ]}
  />
);
