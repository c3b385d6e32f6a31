/** Lists that the server gives page by page; which page is shown is part of the address. */
import type { ComponentChildren } from 'preact';
import type { Inputs } from 'preact/hooks';
import { Empty, Loaded } from './elements.tsx';
import { usePlace } from './router.ts';
import { PAGE_ROWS, Pager, Table, type TableProps } from './table.tsx';
import { type Load, useLoad } from './use-load.ts';

interface Part {
  readonly limit: number;
  readonly offset: number;
}

interface Rows<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** `Asked`: what else the server is told. */
export type Read<T, Asked = object> = (part: Part & Asked, signal: AbortSignal) => Promise<Rows<T>>;

/** The page of the address; read anew when `inputs` change. */
export function useList<T>(read: Read<T>, inputs: Inputs = []): Load<Rows<T> & Part> {
  const part = { limit: PAGE_ROWS, offset: Number(usePlace().query['offset'] ?? 0) || 0 };
  return useLoad(async (signal) => ({ ...part, ...(await read(part, signal)) }), [...inputs, part.offset]);
}

interface ListProps<T> extends Omit<TableProps<T>, 'rows'> {
  readonly load: Load<Rows<T> & Part>;
  /** What would be here, and how to get it there. */
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

/** Everything, for what shows no pages. */
export async function readAll<T>(read: (part: Part) => Promise<Rows<T>>, limit = 100): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const { rows, total } = await read({ limit, offset: all.length });
    all.push(...rows);
    if (all.length >= total || rows.length === 0) return all;
  }
}
