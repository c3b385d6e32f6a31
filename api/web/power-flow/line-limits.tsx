/** What a line may carry in each season. */
import { useState } from 'preact/hooks';
import { data, type Reply } from '../../client/client.ts';
import { Card, ProblemNotice } from '../parts/elements.tsx';
import { Field, sends, useAction } from '../parts/form.tsx';
import { plain } from '../parts/format.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { Table } from '../parts/table.tsx';
import { NetworkChoice } from './network-choice.tsx';

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

export function LineLimits() {
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
