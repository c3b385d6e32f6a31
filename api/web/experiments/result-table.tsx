/** Table of scenarios with their results, page by page. */
import { Badge } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { type Column, PAGE_ROWS, Pager, Table } from '../parts/table.tsx';
import {
  figuresOf,
  pathOf,
  type Row,
  reasonsOf,
  sortRows,
  standingOf,
  valueText,
  variableText,
} from './rows.ts';

export interface ResultProps {
  readonly rows: readonly Row[];
  readonly variables: readonly string[];
}

export function ResultTable({ rows, variables }: ResultProps) {
  const { query } = usePlace();
  const offset = Number(query['offset'] ?? 0);
  const sorted = sortRows(rows, query['sort']);
  const figures = figuresOf(rows);
  const shown = sorted.slice(offset, offset + PAGE_ROWS);
  const reasons = [...reasonsOf(shown)];
  return (
    <>
      <Table
        caption="Scenarios: values and results"
        columns={columnsOf(variables, figures)}
        rows={shown}
        keyOf={({ scenario_index }) => String(scenario_index)}
      />
      <Pager offset={offset} total={rows.length} />
      {reasons.length > 0 && (
        <>
          <h3>Why these have no schedule</h3>
          <ul>
            {reasons.map(([reason, scenarios]) => (
              <li key={reason}>
                {scenarios.map(({ scenario_index }) => `#${scenario_index}`).join(', ')}: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface FigureChoiceProps {
  readonly figures: readonly { readonly name: string; readonly text: string }[];
  readonly shown: string;
}

/** Selects the figure of a chart. The selection is kept in the address. */
export const FigureChoice = ({ figures, shown }: FigureChoiceProps) => (
  <Choice
    label="Figure"
    value={shown}
    options={figures.map(({ name, text }) => [name, text])}
    onValue={(figure) => setQuery({ figure })}
  />
);

const columnsOf = (variables: readonly string[], figures: ReturnType<typeof figuresOf>): Column<Row>[] => [
  {
    head: 'Scenario',
    // No link for a scenario that is waiting, because it has no job or run yet.
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
      head: variableText(name),
      isNumber: true,
      sort: name,
      cell: ({ values }) => valueText(values[name]),
    }),
  ),
  ...figures.map(
    ({ name, text, format }): Column<Row> => ({
      head: text,
      isNumber: true,
      sort: name,
      cell: (row) => format(row[name]),
    }),
  ),
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
