/** The CO2 of a schedule: when, and from which units. */

import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { hourChart } from '../charts/hour-chart.ts';
import { Card, Figure, Loaded } from '../parts/elements.tsx';
import { count, money, percent, plain } from '../parts/format.ts';
import { periodName } from '../parts/interval.ts';
import { largest, matrixOf, NONE, sum } from './matrix.ts';
import { Numbers } from './numbers.tsx';
import type { Result } from './pack.ts';
import { useResult } from './result-data.ts';
import { largestFirst } from './sources.ts';
import type { ResultViewProps } from './view.ts';

const FIELDS = [
  'emissions_t',
  'total_emissions_t',
  'generator_emissions_t',
  'emission_cost_usd',
  'emission_excess_t',
  'emission_shadow_price_usd_per_t',
] as const;
type Emitted = Pick<Result, (typeof FIELDS)[number]>;

export function Emissions({ job: { job_id: jobId } }: ResultViewProps) {
  const load = useResult(jobId, FIELDS);
  return <Loaded load={load}>{(emitted) => <Co2 emitted={emitted} />}</Loaded>;
}

function Co2({ emitted }: { readonly emitted: Emitted }) {
  const {
    emission_cost_usd: usd,
    emission_excess_t: excess,
    emission_shadow_price_usd_per_t: limit,
  } = emitted;
  const units = emitted.generator_emissions_t ?? NONE;
  const layers = useMemo(() => largestFirst(units), [units]);
  const option = useMemo(
    () =>
      hourChart({
        unit: 't of CO2',
        series: layers.map((layer) => ({ ...layer, as: 'area' })),
      }),
    [layers],
  );
  const words = inWords(emitted, layers[0]?.name ?? '', sum(layers[0]?.values ?? []));
  return (
    <Card title="Emissions">
      <p>{words}</p>
      <dl class="figures">
        <Figure name="CO2" value={`${count(emitted.total_emissions_t)} t`} />
        {usd !== undefined && <Figure name="Cost of CO2" value={money(usd)} />}
        {excess !== undefined && <Figure name="Above the limit" value={`${plain(excess)} t`} />}
        {limit !== undefined && <Figure name="Price of the limit" value={`$${plain(limit)}/t`} />}
      </dl>
      <Chart label={words} option={option} />
      <Numbers caption="t of CO2 of each unit" head="Unit" matrix={units} />
    </Card>
  );
}

function inWords({ emissions_t = [], total_emissions_t = 0 }: Emitted, name: string, ofIt: number): string {
  const most = largest(matrixOf([['CO2', emissions_t]]));
  return `The schedule emits ${count(total_emissions_t)} t of CO2, most in ${periodName(most?.hour)} with ${plain(most?.value)} t; ${name} emits most of it: ${percent(ofIt / (total_emissions_t || 1))}.`;
}
