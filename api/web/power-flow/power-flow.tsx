/** What is wrong with the data of a grid before its flows are computed, and what its lines may carry. */

import { useState } from 'preact/hooks';
import { data, type Reply } from '../../client/client.ts';
import { Card, Loaded, Page, ProblemNotice } from '../parts/elements.tsx';
import { Field, sends, useAction } from '../parts/form.tsx';
import { plain } from '../parts/format.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { Table } from '../parts/table.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useLoad } from '../parts/use-load.ts';
import { CheckView } from './check-view.tsx';
import { NetworkChoice } from './network-choice.tsx';

const TABS = [
  { name: 'check', text: 'Check a case' },
  { name: 'lines', text: 'Line limits' },
  { name: 'thresholds', text: 'Thresholds' },
];

export function PowerFlow() {
  const { view = 'check' } = usePlace().query;
  return (
    <Page title="Power flow">
      <Tabs label="Parts of power flow" tabs={TABS} current={view} />
      {view === 'lines' && <LineLimits />}
      {view === 'thresholds' && <Thresholds />}
      {view === 'check' && <CheckView />}
    </Page>
  );
}

function Thresholds() {
  const load = useLoad((signal) => data(api.GET('/api/modules/power-flow/limits', { signal })), []);
  return (
    <Card title="Thresholds of the checks">
      <p>Each is a setting of the server, by this name.</p>
      <Loaded load={load}>
        {({ limits }) => (
          <Table
            caption="Thresholds of the checks"
            rows={limits}
            keyOf={({ name }) => name}
            columns={[
              { head: 'What it means', cell: ({ description }) => description },
              {
                head: 'Value',
                cell: ({ value, unit }) => [plain(value), unit].filter(Boolean).join(' '),
                isNumber: true,
              },
              { head: 'Setting', cell: ({ name }) => <code>{name}</code> },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

type Limit = Reply<'getModulesPowerFlowLineLimits'>;

const SEASONS = [
  ['summer', 'Summer'],
  ['winter', 'Winter'],
  ['spring_fall', 'Spring and fall'],
] as const;
const SOURCES: Readonly<Record<Limit['rating_source'], string>> = {
  seasonal_table: "the line's own table",
  ieee738_seasonal_factor: 'its normal rating by IEEE Std 738',
};

function LineLimits() {
  const { network = '', line = '' } = usePlace().query;
  const [name, setName] = useState(line);
  const [limits, setLimits] = useState<readonly Limit[]>();
  const find = useAction(async () => {
    setQuery({ line: name.trim() }, { replace: true });
    const given = { line_id: name.trim(), ...(network && { network_id: network }) };
    setLimits(undefined);
    setLimits(
      await Promise.all(
        SEASONS.map(([season]) =>
          data(api.GET('/api/modules/power-flow/line-limits', { params: { query: { ...given, season } } })),
        ),
      ),
    );
  });
  return (
    <Card title="Line limits by season">
      <form onSubmit={sends(find.run)}>
        <div class="fields">
          <NetworkChoice
            label="Network"
            none="Any: mine first, then the shared ones"
            value={network}
            onValue={(value) => setQuery({ network: value }, { replace: true })}
          />
          <Field label="Line" value={name} onValue={setName} hint="Its id, such as L1" required />
        </div>
        <button type="submit" class="primary" disabled={find.isBusy}>
          Show limits
        </button>
      </form>
      {find.problem && <ProblemNotice problem={find.problem} retry={find.run} />}
      {limits && (
        <Table
          caption={`Limits of line ${limits[0]?.line_id} of network ${limits[0]?.network_id}`}
          rows={limits}
          keyOf={({ season }) => season}
          columns={[
            { head: 'Season', cell: ({ season }) => SEASONS.find(([id]) => id === season)?.[1] },
            { head: 'Air', cell: ({ ambient_temp_c }) => `${ambient_temp_c} °C`, isNumber: true },
            {
              head: 'Limit',
              cell: ({ thermal_limit_mva }) => `${plain(thermal_limit_mva)} MVA`,
              isNumber: true,
            },
            { head: 'From', cell: ({ rating_source }) => SOURCES[rating_source] },
            { head: 'Network', cell: ({ network_id }) => network_id },
          ]}
        />
      )}
    </Card>
  );
}
