/** Table of the numbers in a chart, by element and hour. A page of it has a part of the rows, and one day. */
import { useEffect, useRef } from 'preact/hooks';
import { Choice, Field } from '../parts/form.tsx';
import { exact } from '../parts/format.ts';
import { capitalized, periods, tick } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { PAGE_ROWS, Pager, Table } from '../parts/table.tsx';
import { type Matrix, rowOf } from './matrix.ts';
import { Why } from './why.tsx';
import type { Question } from './why-facts.ts';

interface NumbersProps {
  /** Caption, such as `MW of each unit`. */
  readonly caption: string;
  /** Head of the first column, such as `Unit`. */
  readonly head: string;
  readonly matrix: Matrix;
  readonly format?: (value: number) => string;
  /** Formats the name of a row. */
  readonly nameOf?: (name: string) => string;
  /** Kind of question whose answer opens when a number is clicked. */
  readonly ask?: Question['kind'] | undefined;
  /** Name of a row that holds the same numbers for all elements. */
  readonly forAll?: string;
  /** Prefix of the query parameters of this table; needed if a view has several tables. */
  readonly name?: string;
}

const DAY = 24;

export function Numbers(props: NumbersProps) {
  const { query } = usePlace();
  const key = `${props.name ?? ''}numbers`;
  const isOpen = query[key] === 'shown';
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget: { open } }) =>
        open !== isOpen && setQuery({ [key]: open ? 'shown' : undefined }, { replace: true })
      }
    >
      <summary>Numbers: {props.caption}</summary>
      {isOpen && <OpenNumbers {...props} />}
    </details>
  );
}

function OpenNumbers({
  caption,
  head,
  matrix,
  format = exact,
  nameOf = String,
  ask,
  forAll,
  name: prefix = '',
}: NumbersProps) {
  const { query } = usePlace();
  const [findKey, offsetKey] = [`${prefix}find`, `${prefix}offset`];
  const isMany = matrix.names.length > PAGE_ROWS;
  const find = isMany ? (query[findKey] ?? '') : '';
  const rows = matrix.names.flatMap((name, row) =>
    includes(nameOf(name), nameOf(find)) ? [{ name, row }] : [],
  );
  const offset = isMany ? Math.min(Number(query[offsetKey] ?? 0) || 0, Math.max(0, rows.length - 1)) : 0;
  const from = Math.min(Number(query['from'] ?? 0) || 0, Math.max(0, matrix.hours - 1));
  const to = Math.min(matrix.hours, from + DAY);
  const columns = Array.from({ length: to - from }, (_, i) => ({
    head: tick(from + i),
    isNumber: true,
    cell: ({ name, row }: { readonly name: string; readonly row: number }) => {
      const text = format(rowOf(matrix, row)[from + i] ?? 0);
      const shown =
        (name === query[findKey] || (query[findKey] && name === forAll)) &&
        from + i === Number(query['hour']) ? (
          <Highlighted text={text} />
        ) : (
          text
        );
      return ask ? <Why of={{ kind: ask, name, hour: from + i }}>{shown}</Why> : shown;
    },
  }));
  return (
    <>
      <div class="fields">
        {isMany && (
          <Field
            label={`Find (${head})`}
            type="search"
            value={find}
            onValue={(text) => setQuery({ [findKey]: text, [offsetKey]: undefined }, { replace: true })}
          />
        )}
        {matrix.hours > DAY && (
          <Choice
            label={capitalized(periods())}
            value={String(from)}
            options={daysOf(matrix.hours)}
            onValue={(hour) => setQuery({ from: hour === '0' ? undefined : hour }, { replace: true })}
          />
        )}
      </div>
      <Table
        caption={caption}
        columns={[{ head, cell: ({ name }) => nameOf(name) }, ...columns]}
        rows={rows.slice(offset, offset + PAGE_ROWS)}
        keyOf={({ row }) => String(row)}
      />
      <Pager offset={offset} total={rows.length} param={offsetKey} />
    </>
  );
}

/** The number to which the address points; the page scrolls to it. */
function Highlighted({ text }: { readonly text: string }) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: 'center', inline: 'center' }), []);
  return <mark ref={place}>{text}</mark>;
}

const includes = (name: string, text: string): boolean => name.toLowerCase().includes(text.toLowerCase());

const daysOf = (hours: number): (readonly [value: string, text: string])[] =>
  Array.from({ length: Math.ceil(hours / DAY) }, (_, day) => [
    String(day * DAY),
    `${tick(day * DAY)} to ${tick(Math.min(hours, (day + 1) * DAY) - 1)}`,
  ]);
