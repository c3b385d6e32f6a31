/** What the last completed solve of a scenario means: made once by the service, without a language model. */
import { useState } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import { explain, LATER } from '../../client/explanations.ts';
import { ActionButton } from '../parts/button.tsx';
import { Card, Figure, Notice, ProblemNotice, Time } from '../parts/elements.tsx';
import { useAction } from '../parts/form.tsx';
import { plain } from '../parts/format.ts';
import { href } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { Table } from '../parts/table.tsx';
import { figuresIn, type RecordTable, tablesIn } from './artifact-tables.ts';

interface ExplanationProps {
  readonly scenarioId: string;
  /** The job that it is shown beside; an explanation of another solve says so. */
  readonly jobId?: string;
}

type Shown = Reply<'getModulesAnalystExplainByScenarioId'>;

export function Explanation({ scenarioId, jobId }: ExplanationProps) {
  const [shown, setShown] = useState<Shown>();
  const generate = useAction(async () => setShown(await explain(api, scenarioId)));
  return (
    <Card title="Explanation">
      {shown ? (
        <Explained shown={shown} jobId={jobId} />
      ) : (
        <>
          <p>
            Costs, commitment, prices, binding lines and reserve in words and tables, computed from the
            result. No language model is asked.
          </p>
          <ActionButton {...generate} text="Explain this solve" busy="Explaining…" look="primary" />
        </>
      )}
      {generate.problem && <ProblemNotice problem={generate.problem} />}
    </Card>
  );
}

const Explained = ({ shown, jobId }: { readonly shown: Shown; readonly jobId: string | undefined }) => (
  <>
    <p class="quiet">
      Of <a href={href(`/jobs/${shown.job_id}`)}>the last completed solve</a>, explained{' '}
      <Time at={shown.generated_at} />
    </p>
    {jobId !== undefined && shown.job_id !== jobId && <Notice tone="warning">{LATER}</Notice>}
    {shown.artifacts.map((artifact, place) => (
      <details key={artifact.artifact_id} open={place === 0}>
        <summary>{artifact.title}</summary>
        <p>{artifact.statement}</p>
        <dl class="figures">
          {figuresIn(artifact.data).map(({ name, value, unit }) => (
            <Figure
              key={name}
              name={name}
              value={typeof value === 'number' ? `${plain(value)} ${unit}` : value}
            />
          ))}
        </dl>
        {tablesIn(artifact.data).map((table) => (
          <Records key={table.name} {...table} />
        ))}
      </details>
    ))}
  </>
);

/** More rows are in the tables of the job. */
const MOST_ROWS = 50;
/** A longer text is a sentence, which needs a wide column. */
const SHORT = 40;

function Records({ name, columns, rows }: RecordTable) {
  const shown = rows.slice(0, MOST_ROWS).map((row, place): Row => ({ row, key: String(place) }));
  return (
    <>
      <h3>{name}</h3>
      <Table
        caption={name}
        rows={shown}
        keyOf={({ key }) => key}
        columns={columns.map(({ field, name: head, unit, isNumber }) => ({
          head: [head, unit].filter(Boolean).join(', '),
          isNumber,
          cell: ({ row }: Row) => {
            const value = row[field];
            if (typeof value === 'number') return plain(value);
            const text = String(value ?? '–');
            return text.length > SHORT ? <span class="prose">{text}</span> : text;
          },
        }))}
      />
      {rows.length > MOST_ROWS && (
        <p class="quiet">
          The first {MOST_ROWS} of {rows.length} rows.
        </p>
      )}
    </>
  );
}

interface Row {
  readonly key: string;
  readonly row: RecordTable['rows'][number];
}
