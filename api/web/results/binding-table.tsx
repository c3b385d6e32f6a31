/** The limits that make prices differ: which line, after which contingency, when, and what 1 MW more is worth. */
import { useMemo } from 'preact/hooks';
import { Card, Empty } from '../parts/elements.tsx';
import { plain, power } from '../parts/format.ts';
import { capitalized, intervalHours, period, periodCell, periods, periodsCell } from '../parts/interval.ts';
import { href, usePlace } from '../parts/router.ts';
import { PAGE_ROWS, Pager, Table } from '../parts/table.tsx';
import { bindingLimits } from './network-facts.ts';
import { Found } from './numbers.tsx';
import type { Binding } from './pack.ts';
import { lmpText } from './price-words.ts';
import { Why } from './why.tsx';

interface BindingProps {
  readonly bindings: readonly Binding[];
}

/** What one MW more of the limit is worth over all its hours. */
const worthOf = ({ worth }: { readonly worth: number }): string => `$${plain(worth * intervalHours())}/MW`;

const contingencyName = (id: string | null): string => id ?? 'none: base case';

export function BindingTable({ bindings }: BindingProps) {
  const { path, query } = usePlace();
  const limits = useMemo(() => bindingLimits(bindings), [bindings]);
  const offset = Number(query['limits-offset'] ?? 0) || 0;
  const first = limits[0];
  return (
    <Card title="Limits that bind">
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
        <Empty>No line is at its limit: every bus has the same price, apart from losses.</Empty>
      )}
    </Card>
  );
}

/** The limits of the line that the address names, hour by hour: a figure of an answer leads here. */
export function LineBindings({ bindings }: BindingProps) {
  const { line, hour, 'line-offset': from } = usePlace().query;
  if (!line) return null;
  const rows = bindings.filter(({ line_id }) => line_id === line);
  const wanted = rows.findIndex((row) => row.hour === Number(hour));
  const offset = Number(from ?? Math.floor(Math.max(0, wanted) / PAGE_ROWS) * PAGE_ROWS) || 0;
  return (
    <Card title={`Line ${line}, ${period()} by ${period()}`}>
      {rows.length === 0 ? (
        <Empty>No limit of this line binds.</Empty>
      ) : (
        <Table
          caption={`Limits of line ${line} that bind`}
          rows={rows.slice(offset, offset + PAGE_ROWS)}
          keyOf={(row) => `${row.hour} ${row.contingency_id}`}
          columns={[
            {
              head: capitalized(period()),
              isNumber: true,
              cell: (row) => {
                const text = periodCell(row.hour);
                return row.hour === Number(hour) ? <Found text={text} /> : text;
              },
            },
            { head: 'Contingency', cell: ({ contingency_id }) => contingencyName(contingency_id) },
            { head: 'Flow', isNumber: true, cell: ({ flow_mw }) => power(Math.abs(flow_mw)) },
            { head: 'Limit', isNumber: true, cell: ({ limit_mw }) => power(limit_mw) },
            {
              head: 'Shadow price',
              isNumber: true,
              cell: ({ shadow_price_usd_per_mwh: usd, contingency_id: contingency }) => (
                <Why of={{ kind: 'line', name: line, contingency }}>{lmpText(usd)}</Why>
              ),
            },
          ]}
        />
      )}
      <Pager offset={offset} total={rows.length} param="line-offset" />
    </Card>
  );
}
