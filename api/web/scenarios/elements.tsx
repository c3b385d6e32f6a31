/** Read-only tables of the elements of a scenario. */
import { Card, Loaded } from '../parts/elements.tsx';
import { count } from '../parts/format.ts';
import { usePlace } from '../parts/router.ts';
import { PAGE_ROWS, Pager, Table } from '../parts/table.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useLoad } from '../parts/use-load.ts';
import { callCase } from '../solve/case.ts';
import { CASE_LISTS } from '../solve/case-lists.ts';
import type { Outline, Row } from '../solve/case-model.ts';
import { isSeriesText } from '../solve/series.ts';
import { Spark } from '../solve/series-editor.tsx';

export function Elements({ counts }: Pick<Outline, 'counts'>) {
  const { query } = usePlace();
  const lists = CASE_LISTS.filter(({ name }) => counts[name]);
  const list = lists.find(({ name }) => name === query['list']) ?? lists[0];
  const total = counts[list?.name ?? ''] ?? 0;
  const offset = Math.min(Number(query['offset'] ?? 0) || 0, total);
  const load = useLoad(() => callCase('seenRows', list?.name ?? '', offset, PAGE_ROWS), [list, offset]);
  if (!list) return null;
  const tabs = lists.map(({ name, text }) => ({ name, text: `${text} (${count(counts[name])})` }));
  return (
    <Card title="Elements">
      <Tabs label="Elements of the scenario" name="list" tabs={tabs} current={list.name} />
      <Loaded load={load}>
        {(rows) => (
          <Table
            caption={`${list.text} of the scenario`}
            rows={rows}
            keyOf={({ index }) => `${list.name} ${index}`}
            columns={[
              { head: 'Name', cell: ({ id }: Row) => id },
              ...list.fields.map(({ text, isSeries, varies }, at) => ({
                head: text,
                isNumber: !isSeries,
                cell: ({ cells, rules }: Row) => {
                  if (rules[at]) return `by its ${rules[at]}`;
                  return isSeries || (varies && isSeriesText(cells[at] ?? '')) ? (
                    <Spark value={cells[at] ?? ''} />
                  ) : (
                    cells[at] || '–'
                  );
                },
              })),
            ]}
          />
        )}
      </Loaded>
      <Pager offset={offset} total={total} />
    </Card>
  );
}
