/** Table of figures that is sorted, searched and paged by the address. */
import { useMemo } from 'preact/hooks';
import { Field } from '../parts/form.tsx';
import { setQuery, usePlace } from '../parts/router.ts';
import { type Column, PAGE_ROWS, Pager, Table, type TableProps } from '../parts/table.tsx';
import { sortedRows } from './unit-table.ts';

interface FigureTableProps<Row> extends Pick<TableProps<Row>, 'caption' | 'rows' | 'columns'> {
  /** Label of the search field. */
  readonly label: string;
  /** Default sort key. */
  readonly sort: string;
}

export function FigureTable<Row extends { readonly name: string }>({
  caption,
  label,
  rows: all,
  columns,
  sort: byDefault,
}: FigureTableProps<Row>) {
  const { sort = byDefault, find = '', offset: from } = usePlace().query;
  const rows = useMemo(() => sortedRows(all, sort, find), [all, sort, find]);
  const offset = Math.min(Number(from ?? 0) || 0, Math.max(0, rows.length - 1));
  return (
    <>
      <Field
        label={label}
        type="search"
        value={find}
        onValue={(text) => setQuery({ find: text, offset: undefined }, { replace: true })}
      />
      <Table
        caption={caption}
        look="dense"
        sort={byDefault}
        rows={rows.slice(offset, offset + PAGE_ROWS)}
        keyOf={(row) => `${rows.indexOf(row)}`}
        columns={columns}
      />
      <Pager offset={offset} total={rows.length} />
    </>
  );
}

/** Column of the numbers in a field, which sort the table. */
export const number = <Name extends string>(
  head: string,
  sort: Name,
  format: (value: number | undefined) => string,
): Column<Readonly<Partial<Record<Name, number>>>> => ({
  head,
  sort,
  isNumber: true,
  cell: (row) => format(row[sort]),
});
