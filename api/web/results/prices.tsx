/** What a MWh is worth at each bus and hour, and why it differs. */

import { useMemo } from 'preact/hooks';
import { aroundZero, type ColorScale } from '../charts/color-scale.ts';
import { HeatMap } from '../charts/heat-map.tsx';
import { Card, Loaded } from '../parts/elements.tsx';
import { Finder } from '../parts/finder.tsx';
import { Choice } from '../parts/form.tsx';
import { price } from '../parts/format.ts';
import { periodName } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import type { Load } from '../parts/use-load.ts';
import { BindingTable } from './binding-table.tsx';
import { BusPrices } from './bus-prices.tsx';
import { useHour } from './hour-slider.tsx';
import { extremes, largest, type Matrix, NONE, quantile, rowOf, smallest } from './matrix.ts';
import { Numbers } from './numbers.tsx';
import type { Result } from './pack.ts';
import { dearestHour, priceScale } from './price-scale.ts';
import { useResult } from './result-data.ts';
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
/** Three times as much: read when somebody looks at it. */
const PARTS_TOO = [...FIELDS, 'lmp_components'] as const;

export function Prices({ job: { job_id: jobId } }: ResultViewProps) {
  const { query } = usePlace();
  const part = PARTS.find(([name]) => name === query['part'])?.[0] ?? 'price';
  const isSplit = part !== 'price' || query['bus'] !== undefined;
  const load: Load<Shown> = useResult(jobId, isSplit ? PARTS_TOO : FIELDS);
  const isThere = !isSplit || load.data?.lmp_components;
  return (
    <Loaded load={isThere ? load : { ...load, data: undefined }}>
      {(prices) => <PriceMap part={part} {...prices} />}
    </Loaded>
  );
}

type Shown = Pick<Result, (typeof FIELDS)[number]> & Partial<Pick<Result, 'lmp_components'>>;

interface PriceMapProps extends Shown {
  readonly part: Part;
}

function PriceMap({
  part,
  lmp,
  lmp_components: components = {},
  binding_constraints: bindings,
}: PriceMapProps) {
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
            <BusPrices bus={bus} lmp={lmp} components={components} />
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

const TITLES: Readonly<Record<Part, string>> = {
  price: 'The price',
  energy: 'The energy part of the price',
  congestion: 'The congestion part of the price',
  loss: 'The loss part of the price',
};

function inWords(part: Part, matrix: Matrix): string {
  const [most, least] = [largest(matrix), smallest(matrix)];
  if (!most || !least) return 'There are no prices.';
  return `${TITLES[part]} is highest at ${most.name} in ${periodName(most.hour)} with ${price(most.value)} and lowest at ${least.name} in ${periodName(least.hour)} with ${price(least.value)}.`;
}
