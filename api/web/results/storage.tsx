/** What each storage holds, takes and gives. */

import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { hourChart } from '../charts/hour-chart.ts';
import { Card, Empty, Loaded } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { energy } from '../parts/format.ts';
import { intervalHours, periodName } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { hourlySums, largest, type Matrix, matrixOf, NONE, rowNamed, sum } from './matrix.ts';
import { Numbers } from './numbers.tsx';
import { useResult } from './result-data.ts';
import type { ResultViewProps } from './view.ts';

const ALL = 'all together';

export function Storage({ job: { job_id: jobId } }: ResultViewProps) {
  const load = useResult(jobId, ['storage']);
  return <Loaded load={load}>{({ storage = {} }) => <Schedules parts={storage} />}</Loaded>;
}

function Schedules({ parts }: { readonly parts: Readonly<Record<string, Matrix>> }) {
  const { query } = usePlace();
  const { charge_mw = NONE, discharge_mw = NONE, energy_mwh = NONE } = parts;
  const name = energy_mwh.names.find((known) => known === query['storage']) ?? ALL;
  const rows = useMemo(() => {
    const of = (part: Matrix): Float64Array => (name === ALL ? hourlySums(part) : rowNamed(part, name));
    return matrixOf([
      ['energy, MWh', of(energy_mwh)],
      ['discharging, MW', of(discharge_mw)],
      ['charging, MW', of(charge_mw).map((mw) => -mw)],
    ]);
  }, [name, charge_mw, discharge_mw, energy_mwh]);
  const option = useMemo(
    () =>
      hourChart({
        unit: 'MW',
        rightUnit: 'MWh',
        series: rows.names.map((row, i) => ({
          name: row,
          values: rowNamed(rows, row),
          as: i === 0 ? 'line' : 'bar',
          isRight: i === 0,
        })),
      }),
    [rows],
  );
  if (energy_mwh.names.length === 0) return <Empty>This case has no storage.</Empty>;
  const words = inWords(name, rows);
  return (
    <Card
      title="Storage"
      actions={
        <Choice
          label="Storage"
          value={name}
          options={[ALL, ...energy_mwh.names].map((known) => [known, known])}
          onValue={(value) => setQuery({ storage: value === ALL ? undefined : value })}
        />
      }
    >
      <p>{words}</p>
      <Chart label={words} option={option} />
      <Numbers caption={`Storage, ${name}`} head="Row" matrix={rows} />
    </Card>
  );
}

function inWords(name: string, rows: Matrix): string {
  const held = rowNamed(rows, 'energy, MWh');
  const most = largest(matrixOf([[name, held]]));
  const [given, taken] = [sum(rowNamed(rows, 'discharging, MW')), -sum(rowNamed(rows, 'charging, MW'))];
  return `Storage (${name}) takes ${energy(taken * intervalHours())} and gives ${energy(given * intervalHours())}; it holds most after ${periodName(most?.hour)}: ${energy(most?.value)}.`;
}
