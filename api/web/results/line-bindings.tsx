/** The limits of one line, hour by hour: what a figure of an answer leads to. */

import { Card, Empty } from '../parts/elements.tsx';
import { power, price } from '../parts/format.ts';
import { capitalized, period, periodCell } from '../parts/interval.ts';
import { usePlace } from '../parts/router.ts';
import { PAGE_ROWS, Pager, Table } from '../parts/table.tsx';
import { Found } from './found.tsx';
import type { Binding } from './pack.ts';
import { Why } from './why.tsx';

/** Nothing unless the address names a line. */
export function LineBindings({ bindings }: { readonly bindings: readonly Binding[] }) {
  const { line, hour, 'line-offset': from } = usePlace().query;
  if (!line) return null;
  const rows = bindings.filter(({ line_id }) => line_id === line);
  const wanted = rows.findIndex((row) => row.hour === Number(hour));
  const offset = Number(from ?? Math.floor(Math.max(0, wanted) / PAGE_ROWS) * PAGE_ROWS) || 0;
  const isWanted = (row: Binding): boolean => row.hour === Number(hour);
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
              cell: (row) => (isWanted(row) ? <Found text={periodCell(row.hour)} /> : periodCell(row.hour)),
            },
            { head: 'Contingency', cell: ({ contingency_id }) => contingency_id ?? 'none: base case' },
            { head: 'Flow', isNumber: true, cell: ({ flow_mw }) => power(flow_mw) },
            { head: 'Limit', isNumber: true, cell: ({ limit_mw }) => power(limit_mw) },
            {
              head: 'Shadow price',
              isNumber: true,
              cell: ({ shadow_price_usd_per_mwh: usd, contingency_id: contingency }) => (
                <Why of={{ kind: 'line', name: line, contingency }}>{price(usd)}</Why>
              ),
            },
          ]}
        />
      )}
      <Pager offset={offset} total={rows.length} param="line-offset" />
    </Card>
  );
}
