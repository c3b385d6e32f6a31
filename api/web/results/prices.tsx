/** Prices by bus and hour, with their components, and the value of limits. */
import { useMemo } from 'preact/hooks';
import { highestPrice } from '../../../temporal/case/arithmetic/price-figures.ts';
import { Chart } from '../charts/chart.tsx';
import { aroundZero, type ColorScale } from '../charts/color-scale.ts';
import { HeatMap } from '../charts/heat-map.tsx';
import { hourChart } from '../charts/hour-chart.ts';
import { Card, Loaded } from '../parts/elements.tsx';
import { Choice, Field } from '../parts/form.tsx';
import { busName } from '../parts/format.ts';
import { capitalized, inPeriod, periodName, periods } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { type Load, useLoad } from '../parts/use-load.ts';
import { useHour } from './hour-slider.tsx';
import {
  durationCurve,
  extremes,
  type Matrix,
  matrixOf,
  NONE,
  peakOf,
  quantile,
  rowNamed,
  rowOf,
  rowsOf,
  sum,
} from './matrix.ts';
import { Numbers } from './numbers.tsx';
import type { Result } from './pack.ts';
import { dearestHour, priceScale } from './price-scale.ts';
import { lmpText, placeText, priceUnit, recordOf } from './price-words.ts';
import { readResult } from './result-data.tsx';
import type { ResultViewProps } from './view.ts';
import { Why } from './why.tsx';
import { WorthOfLimits } from './worth.tsx';

const PARTS = [
  ['price', 'Price'],
  ['energy', 'Energy'],
  ['congestion', 'Congestion'],
  ['loss', 'Losses'],
  ['hull', 'Convex hull price'],
] as const;
type Part = (typeof PARTS)[number][0];

const FIELDS = ['lmp', 'convex_hull_price_usd_per_mwh'] as const;
/**
 * Fields with price components. They triple the amount of data, so they are read only if a component or a bus is shown.
 */
const PARTS_TOO = [...FIELDS, 'lmp_components'] as const;

export function Prices({ job: { job_id: jobId } }: ResultViewProps) {
  const { query } = usePlace();
  const part = PARTS.find(([name]) => name === query['part'])?.[0] ?? 'price';
  const isSplit = (part !== 'price' && part !== 'hull') || query['bus'] !== undefined;
  const fields = isSplit ? PARTS_TOO : FIELDS;
  const load: Load<Shown> = useLoad(() => readResult(jobId, fields), [jobId, ...fields]);
  const isThere = !isSplit || load.data?.lmp_components;
  return (
    <>
      <Loaded load={isThere ? load : { ...load, data: undefined }}>
        {(prices) => <PriceMap part={part} {...prices} />}
      </Loaded>
      <WorthOfLimits jobId={jobId} />
    </>
  );
}

type Shown = Pick<Result, (typeof FIELDS)[number]> & Partial<Pick<Result, 'lmp_components'>>;

/** Price differences between buses below this are rounding errors, $/MWh. */
const CENT = 0.005;
const ALL_BUSES = 'all buses';

/** Merges all buses into one row if their prices are equal in every hour. */
function asOneRow(matrix: Matrix): Matrix {
  const { hours, values } = matrix;
  const first = values.subarray(0, hours);
  const isOne =
    matrix.names.length > 1 && values.every((value, i) => Math.abs(value - (first[i % hours] ?? 0)) < CENT);
  return isOne ? { names: [ALL_BUSES], hours, values: first } : matrix;
}

function PriceMap({ part, ...prices }: Shown & { readonly part: Part }) {
  const { lmp, lmp_components: components, convex_hull_price_usd_per_mwh: hull } = prices;
  const { query } = usePlace();
  const parts: Readonly<Record<string, Matrix | undefined>> = { ...components, price: lmp, hull };
  const whole = parts[part] ?? NONE;
  const shown = useMemo(() => asOneRow(whole), [whole]);
  const labels = useMemo(() => shown.names.map(busName), [shown]);
  const scale = useMemo(() => scaleOf(part, whole), [part, whole]);
  const words = useMemo(() => inWords(part, whole), [part, whole]);
  const { bus } = query;
  const isBus = bus !== undefined && lmp.names.includes(bus);
  const first = useMemo(() => dearestHour(lmp) ?? 0, [lmp]);
  const hour = useHour(lmp.hours, first);
  const row = shown.names.indexOf(bus ?? '');
  const choose = (name: string | undefined, at = hour): void =>
    setQuery({ bus: name === ALL_BUSES ? lmp.names[0] : name, hour: at }, { replace: true });
  return (
    <>
      <Card
        title={`Prices, ${priceUnit()}`}
        actions={
          <Choice
            label="Component"
            value={part}
            options={PARTS.filter(([name]) => name !== 'hull' || hull)}
            onValue={(value) => setQuery({ part: value === 'price' ? undefined : value })}
          />
        }
      >
        <p>{words}</p>
        <HeatMap
          label={words}
          {...shown}
          names={labels}
          scale={scale}
          format={lmpText}
          hour={hour}
          selected={row < 0 ? undefined : { row, hour }}
          onSelect={(cell) => choose(shown.names[cell.row], cell.hour)}
        />
        <Numbers
          caption={`${priceUnit()} at each bus: ${part}`}
          head="Bus"
          matrix={shown}
          nameOf={busName}
          forAll={ALL_BUSES}
          ask={part === 'price' && shown === whole ? part : undefined}
        />
      </Card>
      <Card title="One bus">
        <Field
          label="Bus"
          type="search"
          value={busName(bus)}
          autocomplete="off"
          suggestions={lmp.names.map((key) => ({ value: busName(key), text: busName(key) }))}
          onValue={(text) => {
            if (lmp.names.some((key) => busName(key) === text)) choose(text.replace(' ', '_'));
          }}
        />
        {isBus ? (
          <>
            <BusPrices bus={bus} hour={hour} {...prices} />
            <p>
              {capitalized(periodName(hour))}:{' '}
              <Why of={{ kind: 'price', name: bus, hour }}>{lmpText(rowNamed(lmp, bus)[hour])}</Why>
            </p>
          </>
        ) : (
          <p>Select a bus here or in the map to see its price components and price duration.</p>
        )}
      </Card>
    </>
  );
}

/** Share of outliers below the scale, and above it. */
const FEW = 0.01;

function scaleOf(part: Part, shown: Matrix): ColorScale {
  if (part !== 'congestion' && part !== 'loss') return priceScale(shown);
  const reach = [FEW, 1 - FEW].map((share) => Math.abs(quantile(shown.values, share)));
  return { ...aroundZero(Math.max(...reach)), ends: extremes(shown) };
}

function inWords(part: Part, matrix: Matrix): string {
  const record = recordOf(matrix);
  const [most, least] = [highestPrice(record), highestPrice(record, undefined, -1)];
  if (!most || !least) return 'There are no prices.';
  const title =
    { price: 'The price', hull: 'The convex hull price' }[part as string] ??
    `The ${part} component of the price`;
  return `${title} is highest at ${lmpText(most.usd)} (${placeText(most)}) and lowest at ${lmpText(least.usd)} (${placeText(least)}).`;
}

/** Price of one bus: components by hour, and price duration curve. */
function BusPrices({
  bus,
  hour,
  lmp,
  lmp_components = {},
}: Shown & { readonly bus: string; readonly hour: number }) {
  const rows = useMemo(
    () =>
      matrixOf([
        ['price', rowNamed(lmp, bus)],
        ...Object.entries(lmp_components).map(([part, matrix]) => [part, rowNamed(matrix, bus)] as const),
      ]),
    [bus, lmp, lmp_components],
  );
  const prices = rowOf(rows, 0);
  const hourly = useMemo(() => linesOf(rows, hour), [rows, hour]);
  const duration = useMemo(() => durationOf(rowOf(rows, 0)), [rows]);
  const most = peakOf(prices);
  const words = `At ${busName(bus)} the price averages ${lmpText(sum(prices) / (prices.length || 1))}; highest ${inPeriod(most?.hour)}: ${lmpText(most?.value)}.`;
  return (
    <>
      <p>{words}</p>
      <div class="grid">
        <Chart label={words} option={hourly} />
        <Chart
          label={`${capitalized(periods())} in which the price at ${busName(bus)} is at least this high.`}
          option={duration}
        />
      </div>
    </>
  );
}

const linesOf = (rows: Matrix, hour: number) =>
  hourChart({
    unit: priceUnit(),
    hour,
    series: rowsOf(rows).map(([name, values]) => ({ name, values, as: 'step', isDashed: name !== 'price' })),
  });

const durationOf = (values: Float64Array) =>
  hourChart({
    unit: priceUnit(),
    hourTitle: `${periods()} in which the price is at least this high`,
    series: [{ name: 'price duration', values: durationCurve(values), as: 'step' }],
  });
