/** What a MWh is worth at each bus and hour, and why it differs. */
import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { aroundZero, type ColorScale } from '../charts/color-scale.ts';
import { HeatMap } from '../charts/heat-map.tsx';
import { hourChart } from '../charts/hour-chart.ts';
import { Card, Loaded } from '../parts/elements.tsx';
import { Finder } from '../parts/finder.tsx';
import { Choice } from '../parts/form.tsx';
import { price } from '../parts/format.ts';
import { capitalized, periodName, periods } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { type Load, useLoad } from '../parts/use-load.ts';
import { BindingTable } from './binding-table.tsx';
import { useHour } from './hour-slider.tsx';
import {
  durationCurve,
  extremes,
  largest,
  type Matrix,
  matrixOf,
  NONE,
  peakOf,
  quantile,
  rowNamed,
  rowOf,
  rowsOf,
  smallest,
  sum,
} from './matrix.ts';
import { Numbers } from './numbers.tsx';
import type { Result } from './pack.ts';
import { dearestHour, priceScale } from './price-scale.ts';
import { readResult } from './result-data.tsx';
import type { ResultViewProps } from './view.ts';
import { Why } from './why.tsx';

const PARTS = [
  ['price', 'Price'],
  ['energy', 'Energy'],
  ['congestion', 'Congestion'],
  ['loss', 'Losses'],
] as const;
type Part = (typeof PARTS)[number][0];

const FIELDS = ['lmp', 'binding_constraints'] as const;
/** Three times the data: read only when a part or a bus is shown. */
const PARTS_TOO = [...FIELDS, 'lmp_components'] as const;

export function Prices({ job: { job_id: jobId } }: ResultViewProps) {
  const { query } = usePlace();
  const part = PARTS.find(([name]) => name === query['part'])?.[0] ?? 'price';
  const isSplit = part !== 'price' || query['bus'] !== undefined;
  const fields = isSplit ? PARTS_TOO : FIELDS;
  const load: Load<Shown> = useLoad(() => readResult(jobId, fields), [jobId, ...fields]);
  const isThere = !isSplit || load.data?.lmp_components;
  return (
    <Loaded load={isThere ? load : { ...load, data: undefined }}>
      {(prices) => <PriceMap part={part} {...prices} />}
    </Loaded>
  );
}

type Shown = Pick<Result, (typeof FIELDS)[number]> & Partial<Pick<Result, 'lmp_components'>>;

function PriceMap({ part, ...prices }: Shown & { readonly part: Part }) {
  const { lmp, lmp_components: components = {}, binding_constraints: bindings } = prices;
  const { query } = usePlace();
  const shown = part === 'price' ? lmp : (components[part] ?? NONE);
  const scale = useMemo(() => scaleOf(part, shown), [part, shown]);
  const words = useMemo(() => inWords(part, shown), [part, shown]);
  const bus = query['bus'];
  const row = bus === undefined ? -1 : lmp.names.indexOf(bus);
  const first = useMemo(() => dearestHour(lmp) ?? 0, [lmp]);
  const hour = useHour(lmp.hours, first);
  return (
    <>
      <Card
        title="Prices"
        actions={
          <Choice
            label="Part"
            value={part}
            options={PARTS}
            onValue={(value) => setQuery({ part: value === 'price' ? undefined : value })}
          />
        }
      >
        <p>{words}</p>
        <HeatMap
          label={words}
          {...shown}
          scale={scale}
          format={price}
          selected={row < 0 ? undefined : { row, hour }}
          onSelect={(cell) => setQuery({ bus: shown.names[cell.row], hour: cell.hour }, { replace: true })}
        />
        <Numbers
          caption={`$/MWh at each bus: ${part}`}
          head="Bus"
          matrix={shown}
          ask={part === 'price' ? part : undefined}
        />
      </Card>
      <Card title="One bus">
        <Finder
          label="Bus"
          names={lmp.names}
          value={bus}
          onValue={(name) => setQuery({ bus: name }, { replace: true })}
        />
        {bus !== undefined && row >= 0 ? (
          <>
            <BusPrices bus={bus} {...prices} />
            <p>
              In {periodName(hour)} a MWh costs{' '}
              <Why of={{ kind: 'price', name: bus, hour }}>{price(rowOf(lmp, row)[hour])}</Why> here.
            </p>
          </>
        ) : (
          <p>Choose a bus here or in the map to see its price in parts and how often it is high.</p>
        )}
      </Card>
      <BindingTable bindings={bindings} />
    </>
  );
}

/** A few values far away would leave all others one colour. */
const FEW = 0.01;

function scaleOf(part: Part, shown: Matrix): ColorScale {
  if (part !== 'congestion' && part !== 'loss') return priceScale(shown);
  const reach = [FEW, 1 - FEW].map((share) => Math.abs(quantile(shown.values, share)));
  return { ...aroundZero(Math.max(...reach)), ends: extremes(shown) };
}

function inWords(part: Part, matrix: Matrix): string {
  const [most, least] = [largest(matrix), smallest(matrix)];
  if (!most || !least) return 'There are no prices.';
  const title = part === 'price' ? 'The price' : `The ${part} part of the price`;
  return `${title} is highest at ${most.name} in ${periodName(most.hour)} with ${price(most.value)} and lowest at ${least.name} in ${periodName(least.hour)} with ${price(least.value)}.`;
}

/** The price of one bus: its parts hour by hour, and in how many hours it is at least so high. */
function BusPrices({ bus, lmp, lmp_components = {} }: Shown & { readonly bus: string }) {
  const rows = useMemo(
    () =>
      matrixOf([
        ['price', rowNamed(lmp, bus)],
        ...Object.entries(lmp_components).map(([part, matrix]) => [part, rowNamed(matrix, bus)] as const),
      ]),
    [bus, lmp, lmp_components],
  );
  const prices = rowNamed(rows, 'price');
  const [hourly, duration] = useMemo(() => [linesOf(rows), durationOf(prices)], [rows]);
  const most = peakOf(prices);
  const words = `At ${bus} the price is ${price(sum(prices) / (prices.length || 1))} on average and ${price(most?.value)} in ${periodName(most?.hour)}, the highest.`;
  return (
    <>
      <p>{words}</p>
      <div class="grid">
        <Chart label={words} option={hourly} />
        <Chart
          label={`${capitalized(periods())} in which the price at ${bus} is at least so high.`}
          option={duration}
        />
      </div>
      <Numbers caption={`$/MWh at ${bus}`} head="Part" matrix={rows} />
    </>
  );
}

const linesOf = (rows: Matrix) =>
  hourChart({
    unit: '$/MWh',
    series: rowsOf(rows).map(([name, values]) => ({ name, values, as: 'step', isDashed: name !== 'price' })),
  });

const durationOf = (values: Float64Array) =>
  hourChart({
    unit: '$/MWh',
    hourTitle: `${periods()} in which the price is at least so high`,
    series: [{ name: 'price duration', values: durationCurve(values), as: 'step' }],
  });
