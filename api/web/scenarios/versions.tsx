/** The versions of a scenario, and what changed from one to another. */
import { data } from '../../client/client.ts';
import { valueText } from '../../client/payload-changes.ts';
import { Card, Loaded, Time } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { count, localTime } from '../parts/format.ts';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
import { callCase } from '../solve/case.ts';
import { type Record, scenarioPath } from './store.ts';

interface VersionsProps {
  readonly record: Record;
  readonly file: Blob;
}

export function Versions({ record, file }: VersionsProps) {
  const { versions, version: shown, scenario_id } = record;
  const { query } = usePlace();
  const place = versions.findIndex(({ version }) => version === shown);
  const before = query['before'] ?? versions[place + 1]?.version ?? '';
  const others = versions.filter(({ version }) => version !== shown);
  return (
    <Card title="Versions">
      <Table
        caption="Versions, newest first"
        rows={versions}
        keyOf={({ version }) => version}
        columns={[
          {
            head: 'Version',
            cell: ({ version }) => (
              <a
                href={href(scenarioPath(scenario_id), { version })}
                aria-current={version === shown ? 'true' : undefined}
              >
                <code>{version.slice(0, 12)}</code>
              </a>
            ),
          },
          { head: 'Made', cell: ({ created_at }) => <Time at={created_at} /> },
        ]}
      />
      {others.length > 0 && (
        <Choice
          label="Changes of the shown version against"
          value={before}
          options={[
            ['', 'nothing'],
            ...others.map(({ version, created_at }) => [version, localTime(created_at)] as const),
          ]}
          onValue={(version) => setQuery({ before: version })}
        />
      )}
      {before && <Changes scenario_id={scenario_id} before={before} file={file} />}
    </Card>
  );
}

/** More say nothing. */
const MOST = 100;

interface ChangesProps {
  readonly scenario_id: string;
  readonly before: string;
  readonly file: Blob;
}

function Changes({ scenario_id, before, file }: ChangesProps) {
  const load = useLoad(
    async (signal) => {
      const params = { path: { scenario_id }, query: { version: before } };
      const other = await data(api.GET('/api/scenarios/{scenario_id}', { params, parseAs: 'blob', signal }));
      return callCase('changes', other, file);
    },
    [scenario_id, before, file],
  );
  return (
    <Loaded load={load}>
      {(changes) => (
        <>
          <p>
            {changes.length === 0
              ? 'The cases are the same.'
              : `${count(changes.length)} ${changes.length === 1 ? 'change' : 'changes'}`}
            {changes.length > MOST && `; the first ${MOST} are listed`}
          </p>
          <Table
            caption="Changes, field by field"
            rows={changes.slice(0, MOST)}
            keyOf={({ about, field }) => `${about} ${field}`}
            columns={[
              { head: 'What', cell: ({ about }) => about.replaceAll('_', ' ') || 'the case' },
              { head: 'Field', cell: ({ field, after }) => field || (after ? 'added' : 'removed') },
              { head: 'Before', cell: (change) => (change.field ? valueText(change.before) : '') },
              { head: 'After', cell: (change) => (change.field ? valueText(change.after) : '') },
            ]}
          />
        </>
      )}
    </Loaded>
  );
}
