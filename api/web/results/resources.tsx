/** Hourly views of storage, reserve and CO2. Each view has a sentence, a chart and a table. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { colorOf, UNSERVED_COLOR } from '../../client/fuels.ts';
import { Chart } from '../charts/chart.tsx';
import { type HourSeries, hourChart } from '../charts/hour-chart.ts';
import { Card, Empty, Figure, Notice } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { count, energy, exact, money, percent, plain } from '../parts/format.ts';
import { capitalized, inPeriod, intervalHours, period, periodName } from '../parts/interval.ts';
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
  /** Head of the first column of the table. */
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

const ALL = 'all units';

export const Storage = ({ job }: ResultViewProps) => (
  <Fields jobId={job.job_id} result={['storage']}>
    {({ storage = {} }) => (
      <Selection title="Storage" param="storage" names={[ALL, ...(storage['energy_mwh']?.names ?? [])]}>
        {(name) => <Hourly {...storageOf(storage, name)} caption={`Storage, ${name}`} head="Row" />}
      </Selection>
    )}
  </Fields>
);

interface SelectionProps {
  readonly title: string;
  /** Name of the query parameter in which the selected name is kept. */
  readonly param: string;
  readonly names: readonly string[];
  readonly children: (name: string) => ComponentChildren;
}

/** Card with a selection of one name; the first name is the default. */
function Selection({ title, param, names, children }: SelectionProps) {
  const { query } = usePlace();
  const name = names.find((each) => each === query[param]) ?? names[0] ?? '';
  return (
    <Card
      title={title}
      actions={
        <Choice
          label={title}
          value={name}
          options={names.map((each) => [each, each])}
          onValue={(value) => setQuery({ [param]: value })}
        />
      }
    >
      {children(name)}
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
    words: `Storage (${name}) charges ${mwhOf(charged)} and discharges ${mwhOf(discharged)}; most energy after ${periodName(most?.hour)}: ${energy(most?.value)}.`,
    chart: { unit: 'MW', rightUnit: 'MWh', series, isLevel: true },
    matrix: matrixOf(series.map((each) => [`${each.name}, ${each.isRight ? 'MWh' : 'MW'}`, each.values])),
  };
}

const RESERVE_FIELDS = ['reserve_mw', 'reserve_shortfall_mw', 'reserve_price_usd_per_mw'] as const;
/** Lists of units in a case. */
const SOURCES = ['generators', 'renewables', 'storage'] as const;
type Sources = Pick<Case, (typeof SOURCES)[number]>;

interface ProductsProps {
  readonly held: Pick<Result, (typeof RESERVE_FIELDS)[number]>;
  readonly sources: Sources;
  readonly products: NonNullable<Case['reserves']>;
}

export const Reserve = ({ job }: ResultViewProps) => (
  <Fields jobId={job.job_id} result={RESERVE_FIELDS} given={['reserves', ...SOURCES]}>
    {(held, { reserves = [], ...sources }) => <Products held={held} sources={sources} products={reserves} />}
  </Fields>
);

const Products = ({ held, sources, products }: ProductsProps) => (
  <Selection title="Reserve" param="product" names={products.map(({ name }) => name)}>
    {(name) => {
      const product = products.find((each) => each.name === name);
      if (!product) return <Empty>This case has no reserve requirement.</Empty>;
      const { missing, ...shown } = reserveOf(held, sources, product);
      return (
        <Hourly {...shown} caption={`${name}: MW held by each unit`} head="Unit">
          {sum(missing) > 0 && (
            <Notice tone="warning">
              Reserve {name} falls {mwhOf(missing)} short in total.
            </Notice>
          )}
        </Hourly>
      );
    }}
  </Selection>
);

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
  const isFree = !most || most.value <= 0;
  const layers = areas(units, sources);
  if (sum(missing) > 0) layers.push({ name: 'missing', values: missing, as: 'area', color: UNSERVED_COLOR });
  return {
    missing,
    words: isFree
      ? `The price of ${name} is zero in every ${period()}: committed units already provide enough.`
      : `${name} is dearest ${inPeriod(most.hour)}: $${plain(most.value)}/MW.`,
    chart: {
      unit: 'MW',
      ...(!isFree && { rightUnit: '$/MW' }),
      series: [
        ...layers,
        { name: 'required', values: required, as: 'step', isDashed: true, color: 'ink' },
        ...(isFree
          ? []
          : [{ name: 'price', values: prices, as: 'step', isRight: true, color: PRICE_COLOR } as const]),
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

const EMISSION_FIELDS = [
  'emissions_t',
  'total_emissions_t',
  'generator_emissions_t',
  'emission_cost_usd',
  'emission_excess_t',
  'emission_shadow_price_usd_per_t',
] as const;
type Emitted = Pick<Result, (typeof EMISSION_FIELDS)[number]>;

export const Emissions = ({ job }: ResultViewProps) => (
  <Fields jobId={job.job_id} result={EMISSION_FIELDS} given={SOURCES}>
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
    words: `The schedule emits ${count(total)} t of CO2, most ${inPeriod(most?.hour)}: ${plain(most?.value)} t${first ? `; largest source: ${first.name}, ${percent(first.t / (total || 1))}` : ''}.`,
    chart: { unit: 't of CO2', series },
    matrix,
  };
}
