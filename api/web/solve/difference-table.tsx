/** Table of the differences between cases of jobs, or between versions of a scenario. */
import { Loaded } from '../parts/elements.tsx';
import { count } from '../parts/format.ts';
import { type Column, Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
import { callCase } from './case.ts';
import type { Difference } from './differences.ts';

interface TableProps {
  /** Heads of the columns; each case has a column. */
  readonly heads: readonly string[];
  /** Keys of the cases. When they change, the cases are read again. */
  readonly of: readonly string[];
  /** Reads the files of the cases, in the order of the heads. */
  readonly read: (signal: AbortSignal) => Promise<readonly Blob[]>;
}

/** Maximum number of rows shown. */
const ROWS = 20;

export function DifferenceTable({ heads, of, read }: TableProps) {
  const load = useLoad(async (signal) => callCase('differences', await read(signal)), of);
  const values = heads.map((head, at): Column<Difference> => ({ head, cell: (row) => row.values[at] }));
  return (
    <Loaded load={load}>
      {(rows) =>
        rows.length === 0 ? (
          <p>The cases are the same.</p>
        ) : (
          <>
            <Table
              caption="Differences of the cases"
              columns={[
                { head: 'Element', cell: ({ what }) => what },
                { head: 'Field', cell: ({ field }) => field || 'Not in all cases' },
                ...values,
              ]}
              rows={rows.slice(0, ROWS)}
              keyOf={({ what, field }) => `${what} ${field}`}
            />
            {rows.length > ROWS && <p>and {count(rows.length - ROWS)} more</p>}
          </>
        )
      }
    </Loaded>
  );
}
