/** Table of the checks of a certificate with their largest violations. */
import { CHECKS, type Check, passedText } from '../../client/result-words.ts';
import { Badge } from './elements.tsx';
import { plain } from './format.ts';
import { Table } from './table.tsx';

interface CheckTableProps {
  readonly checks: readonly Check[];
  /** Reason why the certificate does not judge the prices; absent if it does. */
  readonly prices?: Parameters<typeof passedText>[1];
}

export const CheckTable = ({ checks, prices }: CheckTableProps) => (
  <Table
    caption="Checks of the certificate"
    keyOf={({ name }) => name}
    rows={checks}
    columns={[
      { head: 'Check', cell: ({ name }) => CHECKS[name] ?? name },
      {
        head: 'Passed',
        cell: (check) => (
          <Badge
            text={passedText(check, prices)}
            tone={check.vacuous ? 'quiet' : check.ok ? 'good' : 'bad'}
          />
        ),
      },
      { head: 'Worst violation', isNumber: true, cell: (check) => plain(check.max_violation) },
      { head: 'Tolerance', isNumber: true, cell: (check) => plain(check.tolerance) },
    ]}
  />
);
