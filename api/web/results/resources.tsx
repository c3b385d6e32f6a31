/** Storage, reserve and CO2 hour by hour: three views, each a sentence, a chart of the hour that is shown, and its numbers. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { colorOf, UNSERVED_COLOR } from '../../client/fuels.ts';
import { Chart } from '../charts/chart.tsx';
import { type HourSeries, hourChart } from '../charts/hour-chart.ts';
import { Card, Empty, Figure, Notice } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { count, energy, exact, money, percent, plain } from '../parts/format.ts';
import { capitalized, intervalHours, period, periodName } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { useHour } from './hour-slider.tsx';
import { hourlySums, type Matrix, matrixOf, NONE, peakOf, rowNamed, rowsOf, sum } from './matrix.ts';
import { Numbers } from './numbers.tsx';
import type { Case, Result } from './pack.ts';
import { Fields } from './result-data.tsx';
import { PRICE_COLOR } from './room-chart.ts';
import { groupLayers, groupsOf } from './sources.ts';
import type { ResultViewProps } from './view.ts';

interface HourlyProps {
  readonly words: string;
  readonly chart: Omit<Parameters<typeof hourChart>[0], 'hour'>;
  readonly caption: string;
  /** What one row of the numbers is. */
  readonly head: string;
  readonly matrix: Matrix;
  readonly children?: ComponentChildren;
}

function Hourly({ words, chart, caption, head, matrix, children }: HourlyProps) {
  const hour = useHour(matrix.hours, 0);
  const option = useMemo(() => hourChart({ ...chart, hour }), [chart, hour]);
  const now = chart.series.flatMap(({ name, values, isRight }) =>
    values[hour] ? [`${name} ${exact(values[hour])} ${isRight ? chart.rightUnit : chart.unit}`] : [],
  );
  return (
    <>
      <p>{words}</p>
      {children}
      <Chart label={words} option={option} />
      <p role="status">
        {capitalized(periodName(hour))}: {now.join(', ') || 'nothing'}.
      </p>
      <Numbers caption={caption} head={head} matrix={matrix} />
    </>
  );
}

const mwhOf = (mw: Float64Array): string => energy(sum(mw) * intervalHours());

const ALL = 'all together';

export const Storage = ({ job }: ResultViewProps) => (
  <Fields jobId={job.job_id} result={['storage']}>
    {({ storage = {} }) => <Schedules parts={storage} />}
  </Fields>
);

function Schedules({ parts }: { readonly parts: Readonly<Record<string, Matrix>> }) {
  const { energy_mwh: { names } = NONE } = parts;
  const { query } = usePlace();
  const name = names.find((known) => known === query['storage']) ?? ALL;
  const shown = useMemo(() => storageOf(parts, name), [parts, name]);
  if (names.length === 0) return <Empty>This case has no storage.</Empty>;
  return (
    <Card
      title="Storage"
      actions={
        <Choice
          label="Storage"
          value={name}
          options={[ALL, ...names].map((known) => [known, known])}
          onValue={(value) => setQuery({ storage: value === ALL ? undefined : value })}
        />
      }
    >
      <Hourly {...shown} caption={`Storage, ${name}`} head="Row" />
    </Card>
  );
}

function storageOf(parts: Readonly<Record<string, Matrix>>, name: string) {
  const of = (matrix = NONE): Float64Array => (name === ALL ? hourlySums(matrix) : rowNamed(matrix, name));
  const [held, discharged, charged] = [
    of(parts['energy_mwh']),
    of(parts['discharge_mw']),
    of(parts['charge_mw']),
  ];
  const most = peakOf(held);
  const series: HourSeries[] = [
    { name: 'energy', values: held, as: 'step', isRight: true, color: 'ink' },
    { name: 'discharging', values: discharged, as: 'area', color: colorOf('storage') },
    { name: 'charging', values: charged.map((mw) => 0 - mw), as: 'area', color: colorOf('storage') },
  ];
  return {
    words: `Storage (${name}) charges ${mwhOf(charged)} and discharges ${mwhOf(discharged)}; it holds most after ${periodName(most?.hour)}: ${energy(most?.value)}.`,
    chart: { unit: 'MW', rightUnit: 'MWh', series, isLevel: true },
    matrix: matrixOf(series.map((each) => [`${each.name}, ${each.isRight ? 'MWh' : 'MW'}`, each.values])),
  };
}

const HELD = ['reserve_mw', 'reserve_shortfall_mw', 'reserve_price_usd_per_mw'] as const;
/** The kinds of units. */
const SOURCES = ['generators', 'renewables', 'storage'] as const;
type Sources = Pick<Case, (typeof SOURCES)[number]>;

interface ProductsProps {
  readonly held: Pick<Result, (typeof HELD)[number]>;
  readonly sources: Sources;
  readonly products: NonNullable<Case['reserves']>;
}

export const Reserve = ({ job }: ResultViewProps) => (
  <Fields jobId={job.job_id} result={HELD} given={['reserves', ...SOURCES]}>
    {(held, { reserves = [], ...sources }) => <Products held={held} sources={sources} products={reserves} />}
  </Fields>
);

function Products({ held, sources, products }: ProductsProps) {
  const { query } = usePlace();
  const product = products.find(({ name }) => name === query['product']) ?? products[0];
  const shown = useMemo(() => product && reserveOf(held, sources, product), [held, sources, product]);
  if (!product || !shown) return <Empty>This case asks for no reserve.</Empty>;
  const { name } = product;
  return (
    <Card
      title="Reserve"
      actions={
        <Choice
          label="Product"
          value={name}
          options={products.map((each) => [each.name, each.name])}
          onValue={(value) => setQuery({ product: value })}
        />
      }
    >
      <Hourly {...shown} caption={`${name}: MW held by each unit`} head="Unit">
        {sum(shown.missing) > 0 && (
          <Notice tone="bad">
            Reserve {name} falls {mwhOf(shown.missing)} short in all.
          </Notice>
        )}
      </Hourly>
    </Card>
  );
}

const areas = (matrix: Matrix, sources: Sources): HourSeries[] =>
  groupLayers([matrix], groupsOf(sources, 'fuel')).map((layer) => ({ ...layer, as: 'area' }));

function reserveOf(
  held: ProductsProps['held'],
  sources: Sources,
  { name, mw }: ProductsProps['products'][number],
) {
  const units = held.reserve_mw?.[name] ?? NONE;
  const prices = rowNamed(held.reserve_price_usd_per_mw ?? NONE, name);
  const missing = rowNamed(held.reserve_shortfall_mw ?? NONE, name);
  const required = typeof mw === 'number' ? new Float64Array(units.hours).fill(mw) : mw;
  const most = peakOf(prices);
  const layers = areas(units, sources);
  if (sum(missing) > 0) layers.push({ name: 'missing', values: missing, as: 'area', color: UNSERVED_COLOR });
  return {
    missing,
    words:
      !most || most.value <= 0
        ? `The price of ${name} is zero in every ${period()}: committed units already provide enough.`
        : `${name} is dearest in ${periodName(most.hour)}: $${plain(most.value)}/MW.`,
    chart: {
      unit: 'MW',
      rightUnit: '$/MW',
      series: [
        ...layers,
        { name: 'required', values: required, as: 'step', isDashed: true, color: 'ink' },
        { name: 'price', values: prices, as: 'step', isRight: true, color: PRICE_COLOR },
      ] satisfies HourSeries[],
    },
    matrix: matrixOf([
      ['required', required],
      ['price, $/MW', prices],
      ['missing', missing],
      ...rowsOf(units),
    ]),
  };
}

const EMITTED = [
  'emissions_t',
  'total_emissions_t',
  'generator_emissions_t',
  'emission_cost_usd',
  'emission_excess_t',
  'emission_shadow_price_usd_per_t',
] as const;
type Emitted = Pick<Result, (typeof EMITTED)[number]>;

export const Emissions = ({ job }: ResultViewProps) => (
  <Fields jobId={job.job_id} result={EMITTED} given={SOURCES}>
    {(emitted, sources) => <Co2 emitted={emitted} sources={sources} />}
  </Fields>
);

function Co2({ emitted, sources }: { readonly emitted: Emitted; readonly sources: Sources }) {
  const shown = useMemo(() => emissionsOf(emitted, sources), [emitted, sources]);
  const { emission_cost_usd: usd, emission_excess_t: excess } = emitted;
  const { emission_shadow_price_usd_per_t: limit } = emitted;
  return (
    <Card title="Emissions">
      <Hourly {...shown} caption="t of CO2 of each unit" head="Unit">
        <dl class="figures">
          <Figure name="CO2" value={`${count(emitted.total_emissions_t)} t`} />
          {usd !== undefined && <Figure name="Cost of CO2" value={money(usd)} />}
          {excess !== undefined && <Figure name="Above the limit" value={`${plain(excess)} t`} />}
          {limit !== undefined && <Figure name="Price of the limit" value={`$${plain(limit)}/t`} />}
        </dl>
      </Hourly>
    </Card>
  );
}

function emissionsOf(
  { emissions_t = [], total_emissions_t: total = 0, generator_emissions_t: matrix = NONE }: Emitted,
  sources: Sources,
) {
  const series = areas(matrix, sources);
  const sums = series.map(({ name, values }) => ({ name, t: sum(Array.from(values)) }));
  const first = sums.sort((a, b) => b.t - a.t)[0];
  const most = peakOf(emissions_t);
  return {
    words: `The schedule emits ${count(total)} t of CO2, most in ${periodName(most?.hour)} with ${plain(most?.value)} t${first ? `; most of it by ${first.name}, ${percent(first.t / (total || 1))}` : ''}.`,
    chart: { unit: 't of CO2', series },
    matrix,
  };
}
