/** Table with sortable heads, and its pager. */

import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { setQuery, usePlace } from './router.ts';

export interface Column<T> {
  readonly head: string;
  readonly cell: (row: T) => ComponentChildren;
  /** True for numbers, which are aligned to the right. */
  readonly isNumber?: boolean;
  /** Content of the head, used instead of its text. */
  readonly headCell?: ComponentChildren;
  /**
   * Sort key. A click on the head writes it to `sort` in the address, with `-` for descending order; the view sorts the
   * rows.
   */
  readonly sort?: string;
}

export interface TableProps<T> {
  /** Caption of the table for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  /** CSS class of the table; `dense` keeps each row on one line. */
  readonly look?: string;
  /** Default sort key. */
  readonly sort?: string;
}

export const Table = <T,>({ caption, columns, rows, keyOf, look, sort }: TableProps<T>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must scroll by keyboard, too.
  <div class="table-scroll" role="group" aria-label={caption} tabIndex={0}>
    <table class={look}>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.head} {...column} byDefault={sort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ head, cell, isNumber }) => (
              <td key={head} class={isNumber ? 'number' : undefined} data-head={head}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

type HeadProps = Pick<Column<never>, 'head' | 'isNumber' | 'headCell' | 'sort'> & {
  readonly byDefault: string | undefined;
};

function Head({ head, isNumber, headCell = head, sort, byDefault }: HeadProps) {
  const { query } = usePlace();
  const by = query['sort'] ?? byDefault;
  const order =
    sort === undefined ? undefined : { [sort]: 'ascending', [`-${sort}`]: 'descending' }[by ?? ''];
  const next = order === 'ascending' ? `-${sort}` : sort;
  return (
    <th scope="col" class={isNumber ? 'number' : undefined} aria-sort={order as 'ascending' | undefined}>
      {sort === undefined ? (
        headCell
      ) : (
        <button
          type="button"
          class="bare"
          onClick={() => setQuery({ sort: next, offset: undefined }, { replace: true })}
        >
          {head}
        </button>
      )}
    </th>
  );
}

export const PAGE_ROWS = 20;

interface PagerProps {
  readonly offset: number;
  readonly total: number;
  /** Name of the query parameter for the offset; needed if a view has several lists. */
  readonly param?: string;
}

/** Links to the previous and the next page; the offset is kept in the address. */
export function Pager({ offset, total, param = 'offset' }: PagerProps) {
  if (total <= PAGE_ROWS && offset === 0) return null;
  const last = Math.min(offset + PAGE_ROWS, total);
  return (
    <nav class="pager" aria-label="Pages of the list">
      <button
        type="button"
        disabled={offset === 0}
        onClick={() => setQuery({ [param]: Math.max(0, offset - PAGE_ROWS) || undefined })}
      >
        Previous
      </button>
      <span>
        {offset + 1}–{last} of {total}
      </span>
      <Button text="Next" disabled={last >= total} onClick={() => setQuery({ [param]: last })} />
    </nav>
  );
}
