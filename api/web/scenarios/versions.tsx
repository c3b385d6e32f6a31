/** Versions of a scenario, and the differences between two of them. */
import { Card, Time } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { localTime } from '../parts/format.ts';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { get } from '../parts/session.ts';
import { Table } from '../parts/table.tsx';
import { DifferenceTable } from '../solve/difference-table.tsx';
import { type Record, scenarioPath } from './store.ts';

export function Versions({ record, file }: { readonly record: Record; readonly file: Blob }) {
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
          label="Compare the shown version with"
          value={before}
          options={[
            ['', 'nothing'],
            ...others.map(({ version, created_at }) => [version, localTime(created_at)] as const),
          ]}
          onValue={(version) => setQuery({ before: version })}
        />
      )}
      {before && (
        <DifferenceTable
          heads={['Before', 'After']}
          of={[scenario_id, before, shown]}
          read={async (signal) => [await readVersion(scenario_id, before, signal), file]}
        />
      )}
    </Card>
  );
}

const readVersion = (scenario_id: string, version: string, signal: AbortSignal): Promise<Blob> => {
  const params = { path: { scenario_id }, query: { version } };
  return get('/api/scenarios/{scenario_id}', { params, parseAs: 'blob', signal });
};
