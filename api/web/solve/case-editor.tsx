/** Tables of the elements of a case with the findings about them; their values can be edited. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Badge, Card, Loaded } from '../parts/elements.tsx';
import { count } from '../parts/format.ts';
import { usePlace } from '../parts/router.ts';
import { type Column, PAGE_ROWS, Pager, Table } from '../parts/table.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useLoad } from '../parts/use-load.ts';
import { callCase } from './case.ts';
import { CASE_LISTS, type CaseField, type CaseList } from './case-lists.ts';
import type { Row } from './case-model.ts';
import { changeCase, type Draft } from './draft.ts';
import type { Mark } from './marks.ts';
import { isSeriesText } from './series.ts';
import { SeriesEditor } from './series-editor.tsx';

interface CaseEditorProps {
  readonly current: Draft;
  readonly marks: readonly Mark[];
}

export function CaseEditor({ current, marks }: CaseEditorProps) {
  const { query } = usePlace();
  const { counts } = current.outline;
  const lists = CASE_LISTS.filter(({ name }) => counts[name]);
  const list = lists.find(({ name }) => name === query['list']) ?? lists[0];
  const tabs = lists.map(({ name, text }) => ({ name, text: `${text} (${count(counts[name])})` }));
  return (
    <Card>
      <p class="quiet">Change any field here; your file does not change.</p>
      <Tabs label="Parts of the case" name="list" tabs={tabs} current={list?.name ?? ''} />
      {list && <Elements key={list.name} list={list} current={current} marks={marks} />}
    </Card>
  );
}

function Elements({ list, current, marks }: CaseEditorProps & { readonly list: CaseList }) {
  const { query } = usePlace();
  const total = current.outline.counts[list.name] ?? 0;
  const offset = Math.min(Number(query['offset'] ?? 0) || 0, total);
  const load = useLoad(
    () => callCase('rows', list.name, offset, PAGE_ROWS),
    [list, current.revision, offset],
  );
  const here = Number(query['at'] ?? -1);
  const name: Column<Row> = {
    head: 'Name',
    cell: (row) => (
      <NameCell
        row={row}
        isHere={row.index === here}
        marks={marksAt(marks, list, row).filter(({ field }) => !field)}
      />
    ),
  };
  const columns = list.fields.map(
    (field, at): Column<Row> => ({
      head: field.text,
      cell: (row) =>
        row.rules[at] ? (
          <small title={`The ${row.rules[at]} of ${row.id} is used instead`}>by its {row.rules[at]}</small>
        ) : (
          <EditCell
            label={`${field.text} of ${row.id}`}
            field={field}
            value={row.cells[at] ?? ''}
            marks={marksAt(marks, list, row).filter((mark) => mark.field === field.name)}
            onChange={(text) => changeCase(list.name, row.index, field.name, text)}
          />
        ),
    }),
  );
  return (
    <Loaded load={load}>
      {(rows) => (
        <>
          <Table
            caption={`${list.text} of the case`}
            rows={rows}
            keyOf={({ index }) => String(index)}
            columns={[name, ...columns]}
          />
          <Pager offset={offset} total={total} />
        </>
      )}
    </Loaded>
  );
}

const marksAt = (marks: readonly Mark[], list: CaseList, row: Row): readonly Mark[] =>
  marks.filter((mark) => mark.list === list.name && mark.index === row.index);

interface NameCellProps {
  readonly row: Row;
  readonly isHere: boolean;
  readonly marks: readonly Mark[];
}

/** Name of an element. It receives the focus if the user follows a link to its row. */
function NameCell({ row, isHere, marks }: NameCellProps) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isHere) place.current?.focus();
  }, [isHere]);
  return (
    <>
      <span ref={place} tabIndex={-1} class={isHere ? 'here' : undefined}>
        {row.id}
      </span>
      <Marks marks={marks} />
    </>
  );
}

const Marks = ({ marks, id }: { readonly marks: readonly Mark[]; readonly id?: string }) =>
  marks.length > 0 && (
    <small id={id}>
      {marks.map(({ severity, message }) => (
        <span key={message}>
          <Badge text={severity} /> {message}{' '}
        </span>
      ))}
    </small>
  );

interface EditCellProps {
  readonly label: string;
  readonly field: CaseField;
  readonly value: string;
  readonly marks: readonly Mark[];
  /** Changes the value. Resolves with an error message if the text is invalid. */
  readonly onChange: (text: string) => Promise<string | undefined>;
}

function EditCell({ label, field, value, marks, onChange }: EditCellProps) {
  const [text, setText] = useState(value);
  const [wrong, setWrong] = useState<string>();
  useEffect(() => setText(value), [value]);
  const shownMarks: readonly Mark[] = wrong ? [{ severity: 'error', message: wrong, about: label }] : marks;
  const isWrong = shownMarks.some(({ severity }) => severity === 'error');
  const change = (changed: string): void => {
    if (changed !== value) void onChange(changed).then(setWrong);
  };
  return (
    <>
      {field.isSeries || (field.varies && isSeriesText(value)) ? (
        <SeriesEditor label={label} value={value} isWrong={isWrong} onChange={change} />
      ) : (
        <input
          class="cell"
          aria-label={label}
          aria-invalid={isWrong ? true : undefined}
          inputMode="decimal"
          placeholder={field.isOptional ? 'none' : undefined}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onChange={() => change(text)}
        />
      )}
      <Marks marks={shownMarks} />
    </>
  );
}
