/** The caller's runs of one kind, newest first: filtered by status, page by page, read again while one is open. */
import type { ComponentChildren } from 'preact';
import { isOver } from '../../client/runs.ts';
import { Empty, Loaded, Page } from './elements.tsx';
import { Choice } from './form.tsx';
import { href, setQuery, usePlace } from './router.ts';
import { type Column, PAGE_ROWS, Pager, Table } from './table.tsx';
import { useEvery, useLoad } from './use-load.ts';

const STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
type Status = (typeof STATUSES)[number];
const FRESH_MS = 3000;

interface ListQuery {
  readonly limit: number;
  readonly offset: number;
  readonly status?: Status;
}

interface RunListProps<T> {
  readonly title: string;
  /** What such a run is, in a sentence. */
  readonly children: ComponentChildren;
  /** Its name in the plural, and the way to a new one. */
  readonly noun: string;
  readonly begin: { readonly path: string; readonly text: string };
  readonly columns: readonly Column<T>[];
  readonly keyOf: (row: T) => string;
  read(
    query: ListQuery,
    signal: AbortSignal,
  ): Promise<{ readonly rows: readonly T[]; readonly total: number }>;
}

export function RunList<T extends { readonly status: Status }>({
  title,
  children,
  noun,
  begin,
  columns,
  keyOf,
  read,
}: RunListProps<T>) {
  const { query } = usePlace();
  const offset = Number(query['offset'] ?? 0);
  const status = STATUSES.find((known) => known === query['status']);
  const load = useLoad(
    (signal) => read({ limit: PAGE_ROWS, offset, ...(status && { status }) }, signal),
    [offset, status],
  );
  const hasOpen = load.data?.rows.some((row) => !isOver(row));
  useEvery(FRESH_MS, () => {
    if (hasOpen) load.reload();
  });
  const beginning = (
    <a class="button primary" href={href(begin.path)}>
      {begin.text}
    </a>
  );
  return (
    <Page title={title} actions={beginning}>
      <p>{children}</p>
      <Choice<Status | ''>
        label="Status"
        value={status ?? ''}
        options={[['', 'All'], ...STATUSES.map((name) => [name, name] as const)]}
        onValue={(value) => setQuery({ status: value, offset: undefined })}
      />
      <Loaded load={load}>
        {({ rows, total }) =>
          total === 0 ? (
            <Empty>{status ? `There are no ${noun} with this status.` : `No ${noun} yet.`}</Empty>
          ) : (
            <>
              <Table caption={`${title}, newest first`} columns={columns} rows={rows} keyOf={keyOf} />
              <Pager offset={offset} total={total} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
