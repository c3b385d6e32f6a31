/** What each scenario found, a page at a time. */
import { Badge } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { type Column, PAGE_ROWS, Pager, Table } from '../parts/table.tsx';
import { figuresOf, pathOf, type Row, sortRows, standingOf, valueText, whyNot } from './rows.ts';

export interface ResultProps {
  readonly rows: readonly Row[];
  readonly variables: readonly string[];
}

export function ResultTable({ rows, variables }: ResultProps) {
  const { query } = usePlace();
  const offset = Number(query['offset'] ?? 0);
  const sorted = sortRows(rows, query['sort'], query['order'] === 'down');
  const figures = figuresOf(rows);
  const options = [
    ['', 'Order of the matrix'],
    ...variables.map((name) => [name, name] as const),
    ...figures.map(({ name, text }) => [name, text] as const),
  ] as const;
  return (
    <>
      <div class="fields">
        <Choice
          label="Sort by"
          value={query['sort'] ?? ''}
          options={options}
          onValue={(sort) => setQuery({ sort, offset: undefined })}
        />
        <Choice
          label="Order"
          value={query['order'] ?? ''}
          options={[
            ['', 'Smallest first'],
            ['down', 'Largest first'],
          ]}
          onValue={(order) => setQuery({ order, offset: undefined })}
        />
      </div>
      <Table
        caption="Scenarios: their values and what their solves found"
        columns={columnsOf(variables, figures)}
        rows={sorted.slice(offset, offset + PAGE_ROWS)}
        keyOf={({ scenario_index }) => String(scenario_index)}
      />
      <Pager offset={offset} total={rows.length} />
    </>
  );
}

const columnsOf = (variables: readonly string[], figures: ReturnType<typeof figuresOf>): Column<Row>[] => [
  {
    head: 'Scenario',
    // A scenario that waits has no job or run yet.
    cell: (row) =>
      row.status === 'queued' ? (
        `#${row.scenario_index}`
      ) : (
        <a href={href(pathOf(row))}>#{row.scenario_index}</a>
      ),
  },
  { head: 'Status', cell: (row) => <Status row={row} /> },
  ...variables.map(
    (name): Column<Row> => ({
      head: name,
      isNumber: true,
      cell: ({ values }) => valueText(values[name]),
    }),
  ),
  ...figures.map(
    ({ name, text, format }): Column<Row> => ({
      head: text,
      isNumber: true,
      cell: (row) => format(row[name]),
    }),
  ),
  { head: 'Why not', cell: (row) => <WhyNot row={row} /> },
];

function Status({ row }: { readonly row: Row }) {
  const { text, tone } = standingOf(row);
  return (
    <>
      <Badge text={text} tone={tone} />
      {row.solved_as !== null && <small> as #{row.solved_as}</small>}
    </>
  );
}

/** Wide enough to be read when the table is scrolled. */
const REASON_WIDTH = '18rem';

function WhyNot({ row }: { readonly row: Row }) {
  const text = whyNot(row);
  return text ? <small style={{ minWidth: REASON_WIDTH }}>{text}</small> : null;
}
