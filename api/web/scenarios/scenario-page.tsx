/** One scenario: facts, elements, versions and actions. */
import { useState } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import { newId } from '../../client/runs.ts';
import { ActionButton, Button, ButtonLink } from '../parts/button.tsx';
import { ConfirmButton } from '../parts/confirm.tsx';
import { save } from '../parts/download-item.tsx';
import { Badge, Card, Facts, Loaded, Notice, Page, ProblemNotice, Time } from '../parts/elements.tsx';
import { FieldForm } from '../parts/field-form.tsx';
import { Fold } from '../parts/fold.tsx';
import { Choice, useAction } from '../parts/form.tsx';
import { ImportReport } from '../parts/import-report.tsx';
import { go, href, usePlace } from '../parts/router.ts';
import { get, remove } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import { callCase } from '../solve/case.ts';
import type { Outline } from '../solve/case-model.ts';
import { CasePicture } from '../solve/case-picture.tsx';
import { Elements } from './elements.tsx';
import { type Record, scenarioPath, store } from './store.ts';
import { Versions } from './versions.tsx';

interface Shown {
  readonly record: Record;
  readonly outline: Outline;
  /** The whole reply, which contains the payload and is used to store the scenario again. */
  readonly file: Blob;
}

async function read(scenario_id: string, version: string | undefined, signal: AbortSignal): Promise<Shown> {
  const params = { path: { scenario_id }, query: version ? { version } : {} };
  const file = await get('/api/scenarios/{scenario_id}', { params, parseAs: 'blob', signal });
  const { rest, outline } = await callCase('look', file);
  // The payload stays in the worker; the page gets the rest of the reply.
  return { record: rest as unknown as Record, outline, file };
}

export function ScenarioPage({ params }: { readonly params: Readonly<{ [name: string]: string }> }) {
  const id = params['id'] ?? '';
  const { query } = usePlace();
  const version = query['version'];
  const load = useLoad((signal) => read(id, version, signal), [id, version]);
  return (
    <Page title={load.data?.record.name ?? 'Scenario'} actions={load.data && <Actions {...load.data} />}>
      <Loaded load={load}>
        {({ record, outline, file }) => (
          <>
            {record.version !== record.versions[0]?.version && (
              <Notice>
                This is an older version. <a href={href(scenarioPath(id))}>Show the newest</a>
              </Notice>
            )}
            <About record={record} outline={outline} />
            <Elements key={record.version} counts={outline.counts} />
            <Versions record={record} file={file} />
            {record.owner !== null && record.version === record.versions[0]?.version && (
              <Words record={record} file={file} onChange={load.reload} />
            )}
            <ExportCard record={record} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const About = ({ record, outline }: Omit<Shown, 'file'>) => (
  <Card title="Overview">
    <CasePicture outline={outline} />
    <Facts
      of={{
        Problem: record.job_type.toUpperCase(),
        Description: record.description || undefined,
        Network: record.network_id || undefined,
        Owner: record.owner === null ? <Badge text="shared, read-only" tone="info" /> : 'you',
        'Last job': (
          <>
            {record.last_job_id ? <a href={href(`/jobs/${record.last_job_id}`)}>Show</a> : 'not solved yet'},{' '}
            <a href={href('/jobs', { scenario: record.scenario_id })}>all jobs of this scenario</a>
          </>
        ),
        Changed: <Time at={record.updated_at} />,
        Tags: record.tags.join(', ') || undefined,
      }}
    />
  </Card>
);

function Actions({ record, file }: Shown) {
  const { scenario_id, owner } = record;
  const duplicate = useAction(async () => {
    const copy = newId(scenario_id);
    await store(copy, { ...record, name: `Copy of ${record.name}`.slice(0, 200) }, file);
    go(scenarioPath(copy));
  });
  return (
    <>
      <ButtonLink text="Solve" look="primary" href={href('/solve', { scenario: scenario_id })} />
      <ActionButton {...duplicate} text="Duplicate" />
      <ButtonLink text="Schedule" href={href('/schedules', { scenario: scenario_id })} />
      <Button text="Download" onClick={() => save(`${scenario_id}.json`, file)} />
      {owner !== null && (
        <ConfirmButton
          text="Delete"
          question={`Delete ${record.name}?`}
          work={async () => {
            await remove('/api/scenarios/{scenario_id}', { params: { path: { scenario_id } } });
            go('/scenarios');
          }}
        >
          Deletes all versions; this cannot be undone. Its jobs stay.
        </ConfirmButton>
      )}
    </>
  );
}

const EXPORTS = [
  ['pglib-uc', 'pglib-uc'],
  ['unitcommitment-jl', 'UnitCommitment.jl'],
] as const;

type Exported = Reply<'getScenariosByScenarioIdExport'>;

function ExportCard({ record: { scenario_id, version } }: Pick<Shown, 'record'>) {
  const [exported, setExported] = useState<Exported>();
  const [format, setFormat] = useState<Exported['format']>('pglib-uc');
  const action = useAction(async () => {
    const params = { path: { scenario_id }, query: { format, version } };
    const answer = await get('/api/scenarios/{scenario_id}/export', { params });
    setExported(answer);
    const content = new Blob([JSON.stringify(answer.file, null, 1)], { type: 'application/json' });
    save(`${scenario_id}.${format}.json`, content);
  });
  return (
    <Card title="Export">
      <div class="fields">
        <Choice label="Format" value={format} options={EXPORTS} onValue={setFormat} />
      </div>
      <ActionButton {...action} text="Export" />
      {action.problem && <ProblemNotice problem={action.problem} />}
      {exported && <ImportReport report={exported.report} done="Exported" />}
    </Card>
  );
}

interface WordsProps {
  readonly record: Record;
  readonly file: Blob;
  readonly onChange: () => void;
}

/** Form for the name, description and tags of a scenario that belongs to the user. */
const Words = ({ record, file, onChange }: WordsProps) => (
  <Fold title="Name and tags">
    <FieldForm
      submit="Save"
      first={{ name: record.name, description: record.description ?? '', tags: record.tags.join(', ') }}
      fields={[
        { name: 'name', label: 'Name', required: true },
        { name: 'description', label: 'Description' },
        { name: 'tags', label: 'Tags', hint: 'Separated by commas' },
      ]}
      work={async ({ name, description, tags: typed }) => {
        const tags = typed.split(',').map((tag) => tag.trim());
        const words = {
          name: name.trim(),
          description: description.trim() || null,
          tags: tags.filter(Boolean),
        };
        await store(record.scenario_id, { ...record, ...words }, file, record.version);
        onChange();
      }}
      isRow
    />
  </Fold>
);
