/** Differences between two schedules by hour, in commitment, output and prices. */
import { useMemo } from 'preact/hooks';
import { aroundZero, type ColorScale, namedScale } from '../charts/color-scale.ts';
import { HeatMap } from '../charts/heat-map.tsx';
import { NetworkDrawing } from '../network/drawing.tsx';
import { Card } from '../parts/elements.tsx';
import { busName, count, power, price } from '../parts/format.ts';
import { inPeriod, periods } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { changedRows, mostAt } from './changes.ts';
import { HourSlider, useHour } from './hour-slider.tsx';
import { extremes, largest, type Matrix, quantile, rowNamed } from './matrix.ts';
import { atHour } from './network-facts.ts';
import { NetworkOf, select, selectedIn } from './network-hour.tsx';
import { Numbers } from './numbers.tsx';
import type { Diff } from './pack.ts';
import type { Job } from './view.ts';

const FLIPS = namedScale(-1, [
  ['now off', [230, 159, 0], '−'],
  ['unchanged', [205, 212, 219]],
  ['now on', [0, 114, 178], '+'],
]);
/** Differences below this are rounding errors, $/MWh and MW. */
const CENT = 0.01;
const SHOWN = 3;

const scaleOf = (matrix: Matrix): ColorScale => {
  const sizes = matrix.values.map(Math.abs);
  const reach = quantile(sizes, 0.99) || (largest({ ...matrix, values: sizes })?.value ?? 0);
  return { ...aroundZero(reach), ends: extremes(matrix) };
};

interface HourlyDifferencesProps {
  readonly title: string;
  /** Job whose network is drawn with the differences. */
  readonly job: Job;
  readonly diff: Diff;
  /** Note that is shown if prices are approximate. */
  readonly priceNote?: string | undefined;
}

export function HourlyDifferences({
  title: whole,
  job,
  diff: { commitment, dispatch_mw, lmp },
  priceNote,
}: HourlyDifferencesProps) {
  const hour = useHour(lmp.hours, largest(lmp, Math.abs)?.hour ?? 0);
  const [flips, moved] = useMemo(
    () => [changedRows(commitment), changedRows(dispatch_mw)],
    [commitment, dispatch_mw],
  );
  const [on, off] = [1, -1].map((way) => flips.values.filter((flip) => flip === way).length);
  const prices = ([1, -1] as const).flatMap((way) => {
    const { value, name, hour: at } = largest(lmp, (usd) => way * usd) ?? { value: 0, name: '', hour: 0 };
    const verb = way > 0 ? 'rises' : 'falls';
    return way * value < CENT
      ? []
      : [`${verb} most at ${busName(name)} ${inPeriod(at)}, by ${price(way * value)}`];
  });
  const mostNow = (matrix: Matrix, format: typeof price): string[] =>
    mostAt(matrix, hour, SHOWN, CENT).map(({ name, value }) => `${name} ${signed(format(value))}`);
  const now = [...mostNow(dispatch_mw, power), ...mostNow(lmp, price).map(busName)];
  const maps = [
    {
      title: 'Commitment',
      words: commitmentWords(flips.names.length, commitment.names.length, on ?? 0, off ?? 0),
      matrix: flips,
      scale: FLIPS,
      format: (value: number) => FLIPS.words?.[value + 1] ?? '',
    },
    {
      title: 'Output, MW',
      words: `The output of ${count(moved.names.length)} units differs.`,
      matrix: moved,
      scale: scaleOf(moved),
      format: power,
    },
    {
      title: 'Prices, $/MWh',
      words: [
        prices.length > 0 ? `The price ${prices.join(', and ')}.` : 'Prices are the same to the cent.',
        ...(priceNote ? [priceNote] : []),
      ].join(' '),
      matrix: prices.length > 0 ? lmp : changedRows(lmp),
      scale: scaleOf(lmp),
      format: price,
    },
  ];
  return (
    <Card title={whole}>
      <HourSlider hour={hour} hours={lmp.hours} />
      <p role="status">
        {now.length > 0 ? `${now.join(', ')}.` : 'Output and prices are the same in this hour.'}
      </p>
      <DifferenceMap {...{ job, hour, dispatch_mw, lmp }} />
      {maps.map(({ title, words, matrix, scale, format }) => (
        <section key={title}>
          <h3>{title}</h3>
          <p>{words}</p>
          {matrix.names.length > 0 && (
            <>
              <HeatMap
                label={words}
                {...matrix}
                names={matrix.names.map(busName)}
                scale={scale}
                format={format}
                selected={{ row: 0, hour }}
                onSelect={(cell) => setQuery({ hour: cell.hour }, { replace: true })}
              />
              <Numbers
                name={`${title}-`}
                caption={`Difference: ${title}`}
                head="Name"
                nameOf={busName}
                matrix={matrix}
              />
            </>
          )}
        </section>
      ))}
    </Card>
  );
}

interface DifferenceMapProps extends Pick<Diff, 'dispatch_mw' | 'lmp'> {
  readonly job: Job;
  readonly hour: number;
}

/** Network with the differences in one hour: colours show price differences, tooltips show output differences. */
function DifferenceMap({ job, hour, dispatch_mw, lmp }: DifferenceMapProps) {
  const { query } = usePlace();
  const scale = useMemo(() => scaleOf(lmp), [lmp]);
  const at = (matrix: Matrix, name: string): number => rowNamed(matrix, name)[hour] ?? 0;
  return (
    <NetworkOf job={job} whenEmpty={null}>
      {({ network }) => (
        <NetworkDrawing
          label={`Differences ${inPeriod(hour)}.`}
          network={network}
          scale={scale}
          meaning="Price difference"
          format={price}
          values={atHour(
            lmp,
            network.buses.map(({ id }) => `bus_${id}`),
            hour,
          )}
          selected={selectedIn(query)}
          describe={({ kind, id }) => {
            const units = network.buses.find((bus) => kind === 'bus' && bus.id === id)?.units ?? [];
            const moved = units.filter(({ name }) => Math.abs(at(dispatch_mw, name)) >= CENT);
            return [
              ...(kind === 'bus' ? [`Price ${signed(price(at(lmp, `bus_${id}`)))}`] : []),
              ...moved.slice(0, SHOWN).map(({ name }) => `${name} ${signed(power(at(dispatch_mw, name)))}`),
            ];
          }}
          onSelect={select}
          isCompact
        />
      )}
    </NetworkOf>
  );
}

const commitmentWords = (changed: number, all: number, on: number, off: number): string =>
  changed === 0
    ? `All ${count(all)} units have the same commitment.`
    : `Commitment differs for ${count(changed)} of ${count(all)} units: ${count(on)} unit-${periods()} more, ${count(off)} fewer.`;

const signed = (text: string): string => (text.startsWith('-') ? text : `+${text}`);
