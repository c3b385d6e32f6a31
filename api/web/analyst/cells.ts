/** From a figure of an answer to the cell of a table that it was read from (pure). */
import type { Citation } from './conversation.ts';

type Source = NonNullable<Citation['source']>;

export interface Place {
  readonly path: string;
  readonly query: Readonly<Record<string, string | number | undefined>>;
}

interface View {
  readonly view: string;
  /** What the view calls an element in its address. */
  readonly element?: string;
  readonly query?: Place['query'];
}

/** Table of a result -> the view of it, as the page of a job names them. */
const VIEWS: Partial<Readonly<Record<NonNullable<Source['table']>, View>>> = {
  lmp: { view: 'prices', element: 'bus' },
  dispatch: { view: 'commitment', element: 'unit' },
  renewables: { view: 'commitment' },
  commitment: { view: 'commitment', element: 'unit' },
  flows: { view: 'lines', element: 'line', query: { 'numbers-of': 'mw' } },
  binding_constraints: { view: 'lines', element: 'line' },
  storage: { view: 'storage', element: 'storage' },
  reserves: { view: 'reserve' },
  emissions: { view: 'emissions' },
  costs: { view: 'summary' },
  certificate: { view: 'certificate' },
};

/** Tables of numbers show this many hours at once. */
const DAY = 24;

/** Undefined for what was said, and for what no job has. */
export function cellOf({ source, path }: Pick<Citation, 'source' | 'path'>): Place | undefined {
  if (!source) return undefined;
  const job = `/jobs/${encodeURIComponent(source.job_id)}`;
  const shown = source.table && VIEWS[source.table];
  if (!shown) return { path: job, query: {} };
  const { element_id: element, hour } = source;
  return {
    path: job,
    query: {
      view: shown.view,
      ...shown.query,
      ...(shown.view === 'prices' && { part: partOf(path) }),
      ...(shown.element && element !== null && { [shown.element]: element }),
      ...(element !== null && source.table !== 'binding_constraints' && { numbers: 'shown', find: element }),
      ...(hour !== null && { hour, from: Math.floor(hour / DAY) * DAY || undefined }),
    },
  };
}

/** Prices are shown by their parts too. */
const partOf = (path: string): string | undefined =>
  /(?:^|\.)(energy|congestion|loss)_usd_per_mwh$/.exec(path)?.[1];
