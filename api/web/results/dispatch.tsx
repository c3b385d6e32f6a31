/** Who serves the load, hour by hour. */

import { useMemo } from 'preact/hooks';
import { Chart, PALETTE } from '../charts/chart.tsx';
import { type HourSeries, hourChart } from '../charts/hour-chart.ts';
import { Card, Loaded, Notice } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { energy, percent, power } from '../parts/format.ts';
import { intervalHours, periodName } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { hourlySums, largest, type Matrix, matrixOf, NONE, rowOf, smallest, sum } from './matrix.ts';
import { Numbers } from './numbers.tsx';
import type { Case, Result } from './pack.ts';
import { useCase, useResult } from './result-data.ts';
import { type Grouping, layersOf } from './sources.ts';
import type { ResultViewProps } from './view.ts';

type Schedule = Pick<Result, 'dispatch_mw' | 'renewable_mw' | 'storage' | 'unserved_mw'>;
type Given = Pick<Case, 'generators' | 'loads'>;

export function Dispatch({ job: { job_id: jobId } }: ResultViewProps) {
  const result = useResult(jobId, ['dispatch_mw', 'renewable_mw', 'storage', 'unserved_mw']);
  const given = useCase(jobId, ['generators', 'loads']);
  return (
    <Loaded load={result}>
      {(schedule) => <Loaded load={given}>{(known) => <Stack schedule={schedule} given={known} />}</Loaded>}
    </Loaded>
  );
}

const ALARM = '#d1001f';

function Stack({ schedule, given }: { readonly schedule: Schedule; readonly given: Given }) {
  const { query } = usePlace();
  const fuels = useMemo(
    () => new Map(given.generators.flatMap(({ name, fuel }) => (fuel ? [[name, fuel]] : []))),
    [given],
  );
  const by: Grouping = query['by'] === 'unit' || fuels.size === 0 ? 'unit' : 'fuel';
  const { layers, load, below, unserved } = useMemo(() => {
    const { dispatch_mw, renewable_mw = NONE, storage = {}, unserved_mw = NONE } = schedule;
    const { discharge_mw = NONE, charge_mw = NONE } = storage;
    return {
      layers: layersOf(
        { dispatch: dispatch_mw, renewables: renewable_mw, discharge: discharge_mw, fuels },
        by,
      ),
      load: hourlySums(given.loads).subarray(0, dispatch_mw.hours),
      below: hourlySums(charge_mw).map((mw) => -mw),
      unserved: hourlySums(unserved_mw),
    };
  }, [schedule, given, fuels, by]);
  const option = useMemo(
    () => hourChart({ unit: 'MW', series: seriesOf(layers, load, below, unserved) }),
    [layers, load, below, unserved],
  );
  const words = inWords(layers, load);
  return (
    <Card
      title="Dispatch"
      actions={
        fuels.size > 0 && (
          <Choice
            label="Layers"
            value={by}
            options={[
              ['fuel', 'Fuels'],
              ['unit', 'Units'],
            ]}
            onValue={(value) => setQuery({ by: value })}
          />
        )
      }
    >
      <p>{words}</p>
      <Unserved mw={unserved} />
      <Chart label={words} option={option} height={380} />
      <Numbers
        caption="MW of each unit"
        head="Unit"
        matrix={matrixOf(
          [schedule.dispatch_mw, schedule.renewable_mw ?? NONE].flatMap((matrix) =>
            matrix.names.map((name, row) => [name, rowOf(matrix, row)] as const),
          ),
        )}
      />
    </Card>
  );
}

function Unserved({ mw }: { readonly mw: Float64Array }) {
  const most = largest(matrixOf([['unserved', mw]]));
  if (!most || most.value <= 0) return null;
  return (
    <Notice tone="bad">
      {energy(sum(mw) * intervalHours())} of load are not served; most in {periodName(most.hour)}:{' '}
      {power(most.value)}.
    </Notice>
  );
}

function seriesOf(
  layers: Matrix,
  load: Float64Array,
  below: Float64Array,
  unserved: Float64Array,
): HourSeries[] {
  const has = (values: Float64Array): boolean => values.some((value) => value !== 0);
  return [
    ...layers.names.map((name, row) => ({
      name,
      values: rowOf(layers, row),
      as: 'area' as const,
      color: PALETTE[row % PALETTE.length] ?? '',
    })),
    ...(has(unserved) ? [{ name: 'unserved', values: unserved, as: 'area' as const, color: ALARM }] : []),
    ...(has(below) ? [{ name: 'charging', values: below, as: 'area' as const, color: '#7d8894' }] : []),
    { name: 'load', values: load, as: 'line', color: '#e0115f', isDashed: true },
  ];
}

function inWords(layers: Matrix, load: Float64Array): string {
  const demand = matrixOf([['load', load]]);
  const [most, least] = [largest(demand), smallest(demand)];
  const [first = ''] = layers.names;
  const share = sum(rowOf(layers, 0)) / (sum(layers.values) || 1);
  return `The load is largest in ${periodName(most?.hour)} with ${power(most?.value)} and smallest in ${periodName(least?.hour)} with ${power(least?.value)}; most energy comes from ${first}: ${percent(share)}.`;
}
