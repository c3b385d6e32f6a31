/** The limits that make prices differ: which line, after which contingency, when, and what 1 MW more is worth. */

import { useMemo } from 'preact/hooks';
import { Card, Empty } from '../parts/elements.tsx';
import { plain, power, price } from '../parts/format.ts';
import { capitalized, periods } from '../parts/interval.ts';
import { href, usePlace } from '../parts/router.ts';
import { PAGE_ROWS, Pager, Table } from '../parts/table.tsx';
import { type BindingLimit, bindingLimits, hoursInWords } from './binding-limits.ts';
import type { Binding } from './pack.ts';
import { Why } from './why.tsx';

interface BindingTableProps {
  readonly bindings: readonly Binding[];
}

export function BindingTable({ bindings }: BindingTableProps) {
  const { path, query } = usePlace();
  const limits = useMemo(() => bindingLimits(bindings), [bindings]);
  const offset = Number(query['limits-offset'] ?? 0) || 0;
  const first = limits[0];
  return (
    <Card title="Limits that bind">
      {first ? (
        <>
          <p>
            {limits.length === 1 ? '1 limit binds.' : `${limits.length} limits bind.`} The dearest is line{' '}
            {first.line}
            {first.contingency === null ? '' : ` after contingency ${first.contingency}`}: its shadow prices
            add up to {price(first.worth)} over {first.hours.length} {periods()}.
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
              { head: 'Contingency', cell: ({ contingency }) => contingency ?? 'none: base case' },
              { head: capitalized(periods()), cell: ({ hours }) => hoursInWords(hours) },
              { head: 'Largest flow', isNumber: true, cell: ({ flowMw }) => power(flowMw) },
              { head: 'Limit', isNumber: true, cell: ({ limitMw }) => power(limitMw) },
              {
                head: 'Sum of shadow prices',
                isNumber: true,
                cell: ({ worth, line, contingency }) => (
                  <Why of={{ kind: 'line', name: line, contingency }}>{`$${plain(worth)}/MWh`}</Why>
                ),
              },
            ]}
            rows={limits.slice(offset, offset + PAGE_ROWS)}
            keyOf={({ line, contingency }: BindingLimit) => `${line} ${contingency}`}
          />
          <Pager offset={offset} total={limits.length} param="limits-offset" />
        </>
      ) : (
        <Empty>No line is at its limit: every bus has the same price, apart from losses.</Empty>
      )}
    </Card>
  );
}
