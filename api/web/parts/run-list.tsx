/** The caller's runs of one kind, newest first: filtered by status, page by page, read again while one is open. */
import type { ComponentChildren } from 'preact';
import { isOver } from '../../client/runs.ts';
import { Page } from './elements.tsx';
import { Choice } from './form.tsx';
import { List, type Read, useList } from './list.tsx';
import { href, setQuery, usePlace } from './router.ts';
import type { Column } from './table.tsx';
import { useEvery } from './use-load.ts';

const STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
type Status = (typeof STATUSES)[number];
const FRESH_MS = 3000;

interface RunListProps<T> {
  readonly title: string;
  /** What such a run is, in a sentence. */
  readonly children: ComponentChildren;
  /** Its name in the plural, and the way to a new one. */
  readonly noun: string;
  readonly begin: { readonly path: string; readonly text: string };
  readonly columns: readonly Column<T>[];
  readonly keyOf: (row: T) => string;
  readonly read: Read<T, { readonly status?: Status }>;
}

export function RunList<T extends { readonly status: Status }>(props: RunListProps<T>) {
  const { title, children, noun, begin, columns, keyOf, read } = props;
  const { query } = usePlace();
  const status = STATUSES.find((known) => known === query['status']);
  const load = useList<T>((part, signal) => read({ ...part, ...(status && { status }) }, signal), [status]);
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
      <List
        load={load}
        empty={status ? `There are no ${noun} with this status.` : `No ${noun} yet.`}
        caption={`${title}, newest first`}
        columns={columns}
        keyOf={keyOf}
      />
    </Page>
  );
}
