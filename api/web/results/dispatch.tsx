/** Who serves the load, hour by hour. */

import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { hourChart } from '../charts/hour-chart.ts';
import { Card, Loaded, Notice } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { energy, percent, power } from '../parts/format.ts';
import { intervalHours, periodName } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { hourlySums, largest, matrixOf, NONE, rowOf, smallest, sum } from './matrix.ts';
import { Numbers } from './numbers.tsx';
import type { Case, Result } from './pack.ts';
import { useCase, useResult } from './result-data.ts';
import { supplySeries } from './room-chart.ts';
import { type Grouping, kindsOf, type Layer, layersOf } from './sources.ts';
import type { ResultViewProps } from './view.ts';

type Schedule = Pick<Result, 'dispatch_mw' | 'renewable_mw' | 'storage' | 'unserved_mw'>;
type Given = Pick<Case, 'generators' | 'renewables' | 'loads'>;

export function Dispatch({ job: { job_id: jobId } }: ResultViewProps) {
  const result = useResult(jobId, ['dispatch_mw', 'renewable_mw', 'storage', 'unserved_mw']);
  const given = useCase(jobId, ['generators', 'renewables', 'loads']);
  return (
    <Loaded load={result}>
      {(schedule) => <Loaded load={given}>{(known) => <Stack schedule={schedule} given={known} />}</Loaded>}
    </Loaded>
  );
}

function Stack({ schedule, given }: { readonly schedule: Schedule; readonly given: Given }) {
  const { query } = usePlace();
  const by: Grouping = query['by'] === 'unit' ? 'unit' : 'fuel';
  const kinds = useMemo(() => kindsOf(given), [given]);
  const supply = useMemo(() => {
    const { dispatch_mw, renewable_mw = NONE, storage = {}, unserved_mw = NONE } = schedule;
    const { discharge_mw = NONE, charge_mw = NONE } = storage;
    return {
      layers: layersOf(
        { dispatch: dispatch_mw, renewables: renewable_mw, discharge: discharge_mw, kinds },
        by,
      ),
      load: hourlySums(given.loads).subarray(0, dispatch_mw.hours),
      charging: hourlySums(charge_mw).map((mw) => -mw),
      unserved: hourlySums(unserved_mw),
    };
  }, [schedule, given, kinds, by]);
  const option = useMemo(() => hourChart({ unit: 'MW', series: supplySeries(supply) }), [supply]);
  const words = inWords(supply.layers, supply.load);
  return (
    <Card
      title="Dispatch"
      actions={
        <Choice
          label="Layers"
          value={by}
          options={[
            ['fuel', 'Fuels'],
            ['unit', 'Units'],
          ]}
          onValue={(value) => setQuery({ by: value })}
        />
      }
    >
      <p>{words}</p>
      <Unserved mw={supply.unserved} />
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

function inWords(layers: readonly Layer[], load: Float64Array): string {
  const demand = matrixOf([['load', load]]);
  const [most, least] = [largest(demand), smallest(demand)];
  const energies = layers.map(({ name, values }) => ({ name, mwh: sum(values) }));
  const [first] = energies.toSorted((a, b) => b.mwh - a.mwh);
  const share = (first?.mwh ?? 0) / (energies.reduce((total, { mwh }) => total + mwh, 0) || 1);
  return `The load is largest in ${periodName(most?.hour)} with ${power(most?.value)} and smallest in ${periodName(least?.hour)} with ${power(least?.value)}; most energy comes from ${first?.name ?? 'nothing'}: ${percent(share)}.`;
}
