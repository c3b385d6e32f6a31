/** Where the figures of an answer come from, one row each. */
import { plain } from '../parts/format.ts';
import { href } from '../parts/router.ts';
import { Table } from '../parts/table.tsx';
import { cellOf } from './cells.ts';
import type { Citation } from './conversation.ts';

const SAID: Readonly<Record<string, string>> = {
  question: 'the question',
  history: 'what was said before',
  answer: 'the answer itself',
};

const tableOf = ({ tool, source }: Citation): string =>
  SAID[tool] ?? source?.table?.replace('_', ' ') ?? tool.replaceAll('_', ' ');

export function Figures({ citations }: { readonly citations: readonly Citation[] }) {
  if (citations.length === 0) return null;
  const rows = citations.map((citation, place) => ({ ...citation, key: String(place) }));
  return (
    <details>
      <summary>Where the figures come from</summary>
      <Table
        caption="Where the figures come from"
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          { head: 'Figure', cell: ({ text }) => text },
          { head: 'Value', cell: ({ value }) => plain(value), isNumber: true },
          { head: 'Table', cell: tableOf },
          {
            head: 'Element',
            cell: ({ source }) => (source?.element_id ? `${source.element_type} ${source.element_id}` : '–'),
          },
          { head: 'Hour', cell: ({ source }) => source?.hour ?? '–', isNumber: true },
          { head: 'Field', cell: ({ path }) => <code>{path}</code> },
          {
            head: 'Cell',
            cell: (citation) => {
              const cell = cellOf(citation);
              return cell ? <a href={href(cell.path, cell.query)}>Show {citation.text}</a> : '–';
            },
          },
        ]}
      />
    </details>
  );
}
