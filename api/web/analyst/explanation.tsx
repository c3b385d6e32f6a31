/** What the last completed solve of a scenario means: made once by the service, without a language model. */
import { useState } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import { ActionButton } from '../parts/button.tsx';
import { Card, Notice, ProblemNotice, Time } from '../parts/elements.tsx';
import { useAction } from '../parts/form.tsx';
import { plain } from '../parts/format.ts';
import { href } from '../parts/router.ts';
import { get, post } from '../parts/session.ts';
import { Table } from '../parts/table.tsx';
import { type RecordTable, tablesIn } from './artifact-tables.ts';

interface ExplanationProps {
  readonly scenarioId: string;
  /** The job that it is shown beside; an explanation of another solve says so. */
  readonly jobId?: string;
}

type Shown = Reply<'getModulesAnalystExplainByScenarioId'>;

/** Again for the same solve it finds what was made before. */
async function explain(scenario_id: string): Promise<Shown> {
  const params = { path: { scenario_id } };
  await post('/api/modules/analyst/explain/{scenario_id}/generate', { params });
  return get('/api/modules/analyst/explain/{scenario_id}', { params });
}

/** Some of its statements, as an answer; throws `Problem` where nothing was solved. */
export async function explanationOf(types: readonly string[], scenarioId?: string, jobId?: string) {
  if (scenarioId === undefined) return 'Choose a scenario or a job first: its last solve answers this.';
  const shown = await explain(scenarioId);
  const told = shown.artifacts.filter(({ type }) => types.includes(type)).map(({ statement }) => statement);
  return [
    told.join('\n') || 'This result says nothing of it.',
    'Computed from the result, without a language model.',
    ...(jobId === undefined || shown.job_id === jobId ? [] : [LATER]),
  ].join('\n');
}

const LATER = 'This explains a later solve of the scenario, not the job that is shown.';

export function Explanation({ scenarioId, jobId }: ExplanationProps) {
  const [shown, setShown] = useState<Shown>();
  const generate = useAction(async () => setShown(await explain(scenarioId)));
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
