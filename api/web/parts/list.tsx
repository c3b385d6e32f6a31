/** Lists read from the server page by page; page and status are kept in the address. */

import type { ComponentChildren } from 'preact';
import type { Inputs } from 'preact/hooks';
import { isOver } from '../../client/runs.ts';
import { ButtonLink } from './button.tsx';
import { Empty, Loaded, Page } from './elements.tsx';
import { Choice } from './form.tsx';
import { href, setQuery, usePlace } from './router.ts';
import { type Column, PAGE_ROWS, Pager, Table, type TableProps } from './table.tsx';
import { type Load, useEvery, useLoad } from './use-load.ts';

interface Part {
  readonly limit: number;
  readonly offset: number;
}

interface Rows<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** Reads a page of a list. `Extra`: further query parameters. */
export type Read<T, Extra = object> = (part: Part & Extra, signal: AbortSignal) => Promise<Rows<T>>;

/** Loads the page given in the address; loads again when `inputs` change. */
export function useList<T>(read: Read<T>, inputs: Inputs = []): Load<Rows<T> & Part> {
  const part = { limit: PAGE_ROWS, offset: Number(usePlace().query['offset'] ?? 0) || 0 };
  return useLoad(async (signal) => ({ ...part, ...(await read(part, signal)) }), [...inputs, part.offset]);
}

/** Wraps a list that has no pages. */
export const wholeList = <T,>(rows: readonly T[]) => ({
  rows,
  total: rows.length,
  limit: rows.length,
  offset: 0,
});

interface ListProps<T> extends Omit<TableProps<T>, 'rows'> {
  readonly load: Load<Rows<T> & Part>;
  /** Text that is shown if the list is empty. */
  readonly empty: ComponentChildren;
}

export const List = <T,>({ load, empty, ...table }: ListProps<T>) => (
  <Loaded load={load}>
    {({ rows, total, offset }) =>
      total === 0 ? (
        <Empty>{empty}</Empty>
      ) : (
        <>
          <Table {...table} rows={rows} />
          <Pager offset={offset} total={total} />
        </>
      )
    }
  </Loaded>
);

/** Reads all pages of a list. */
export async function readAll<T>(read: (part: Part) => Promise<Rows<T>>, limit = 100): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const { rows, total } = await read({ limit, offset: all.length });
    all.push(...rows);
    if (all.length >= total || rows.length === 0) return all;
  }
}

const STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
type Status = (typeof STATUSES)[number];
const FRESH_MS = 3000;

interface RunListProps<T> {
  readonly title: string;
  /** Text that describes the runs. */
  readonly children: ComponentChildren;
  /** Name of the runs in the plural. */
  readonly noun: string;
  readonly begin: { readonly path: string; readonly text: string };
  readonly columns: readonly Column<T>[];
  readonly keyOf: (row: T) => string;
  readonly read: Read<T, { readonly status?: Status }>;
}

export function RunList<T extends { readonly status: Status }>(props: RunListProps<T>) {
  const { title, children, noun, begin, columns, keyOf, read } = props;
  const { query } = usePlace();
  const status = STATUSES.find((each) => each === query['status']);
  const load = useList<T>((part, signal) => read({ ...part, ...(status && { status }) }, signal), [status]);
  const hasOpen = load.data?.rows.some((row) => !isOver(row));
  useEvery(FRESH_MS, () => {
    if (hasOpen) load.reload();
  });
  const beginning = <ButtonLink text={begin.text} look="primary" href={href(begin.path)} />;
  return (
    <Page title={title} actions={beginning}>
      <p>{children}</p>
      <Choice<Status | ''>
        label="Status"
        value={status ?? ''}
        options={[['', 'All'], ...STATUSES.map((name) => [name, name] as const)]}
        onValue={(value) => setQuery({ status: value, offset: undefined })}
      />
      <List
        load={load}
        empty={status ? `No ${noun} with this status.` : `No ${noun} yet.`}
        caption={`${title}, newest first`}
        columns={columns}
        keyOf={keyOf}
      />
    </Page>
  );
}
