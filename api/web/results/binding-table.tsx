/** Table of binding limits by line and contingency, with hours and shadow prices. */
import { useMemo } from 'preact/hooks';
import { Card, Empty } from '../parts/elements.tsx';
import { plain, power } from '../parts/format.ts';
import { capitalized, intervalHours, period, periods, periodsCell } from '../parts/interval.ts';
import { href, usePlace } from '../parts/router.ts';
import { PAGE_ROWS, Pager, Table } from '../parts/table.tsx';
import { bindingLimits } from './network-facts.ts';
import type { Binding } from './pack.ts';
import { Why } from './why.tsx';

interface BindingProps {
  readonly bindings: readonly Binding[];
}

/** Value of 1 MW added to a limit, over all hours in which the limit binds. */
const worthOf = ({ worth }: { readonly worth: number }): string => `$${plain(worth * intervalHours())}/MW`;

const contingencyName = (id: string | null): string => id ?? 'none: base case';

export function BindingTable({ bindings }: BindingProps) {
  const { path, query } = usePlace();
  const { line } = query;
  const all = useMemo(() => bindingLimits(bindings), [bindings]);
  // Limits of the selected line only, if a line is selected. Links in answers select a line.
  const limits = line === undefined ? all : all.filter((limit) => limit.line === line);
  const offset = Number(query['limits-offset'] ?? 0) || 0;
  const first = limits[0];
  return (
    <Card
      title={line === undefined ? 'Binding limits' : `Binding limits of line ${line}`}
      actions={line !== undefined && <a href={href(path, { view: 'lines' })}>All lines</a>}
    >
      {first ? (
        <>
          <p>
            {limits.length === 1 ? '1 limit binds.' : `${limits.length} limits bind.`} Costliest: line{' '}
            {first.line}
            {first.contingency === null ? '' : ` under contingency ${first.contingency}`}, shadow prices
            totalling {worthOf(first)} over {first.hours.length}{' '}
            {first.hours.length === 1 ? period() : periods()}.
          </p>
          <Table
            caption="Lines at their limit"
            columns={[
              {
                head: 'Line',
                cell: ({ line, hours }) => (
                  <a href={href(path, { view: 'network', line, hour: hours[0] })}>{line}</a>
                ),
              },
              { head: 'Contingency', cell: ({ contingency }) => contingencyName(contingency) },
              { head: capitalized(periods()), cell: ({ hours }) => periodsCell(hours) },
              { head: 'Largest flow', isNumber: true, cell: ({ flowMw }) => power(Math.abs(flowMw)) },
              { head: 'Limit', isNumber: true, cell: ({ limitMw }) => power(limitMw) },
              {
                head: 'Sum of shadow prices',
                isNumber: true,
                cell: (limit) => (
                  <Why of={{ kind: 'line', name: limit.line, contingency: limit.contingency }}>
                    {worthOf(limit)}
                  </Why>
                ),
              },
            ]}
            rows={limits.slice(offset, offset + PAGE_ROWS)}
            keyOf={({ line, contingency }) => `${line} ${contingency}`}
          />
          <Pager offset={offset} total={limits.length} param="limits-offset" />
        </>
      ) : (
        <Empty>No limit binds, so prices differ by losses only.</Empty>
      )}
    </Card>
  );
}
