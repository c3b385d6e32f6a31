/** Network of a result in one hour: prices at buses, flows on lines, binding limits. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { highestPrice, meanPrice } from '../../../temporal/case/arithmetic/price-figures.ts';
import { useBusPlaces } from '../network/bus-places.ts';
import { NetworkDrawing } from '../network/drawing.tsx';
import type { Element } from '../network/scene.ts';
import { Empty, Spinner } from '../parts/elements.tsx';
import { count, percent, power } from '../parts/format.ts';
import { capitalized, inPeriod } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { useMade } from '../parts/use-load.ts';
import { NONE, rowNamed, rowsOf } from './matrix.ts';
import { atHour, type Drawable, drawableOf, FIELDS, GIVEN, marksOf } from './network-facts.ts';
import { lmpText, recordOf } from './price-words.ts';
import { Fields } from './result-data.tsx';
import type { Job } from './view.ts';

interface NetworkOfProps {
  readonly job: Pick<Job, 'job_id' | 'part_of' | 'scenario_id'>;
  readonly children: (drawable: Drawable) => ComponentChildren;
  /** Content shown for a case without lines. */
  readonly whenEmpty?: ComponentChildren;
}

const ONE_PLACE = <Empty>This case has no lines.</Empty>;

export const NetworkOf = ({ job, children, whenEmpty = ONE_PLACE }: NetworkOfProps) => (
  <Fields jobId={job.job_id} result={FIELDS} given={GIVEN}>
    {(result, given) =>
      [given.transmission_lines, given.dc_lines].some((lines) => lines?.length) ? (
        <Drawn job={job} result={result} given={given}>
          {children}
        </Drawn>
      ) : (
        whenEmpty
      )
    }
  </Fields>
);

interface DrawnProps extends Pick<NetworkOfProps, 'job' | 'children'>, Pick<Drawable, 'given' | 'result'> {}

/** Drawing of a job's network. For a job of a run, coordinates of buses are read from the network of the run. */
function Drawn({ job: { part_of, scenario_id }, result, given, children }: DrawnProps) {
  const places = useBusPlaces(part_of?.type === 'execution' ? scenario_id : undefined);
  const drawable = useMade(() => places && drawableOf(given, result, places), [given, result, places]);
  return drawable ? children(drawable) : <Spinner label="Reading the network" />;
}

/** Network panel of the control room; shows nothing for a case without lines. */
export const NetworkPanel = ({ job, hour }: { readonly job: Job; readonly hour: number }) => (
  <NetworkOf job={job} whenEmpty={null}>
    {(drawable) => <NetworkAt drawable={drawable} hour={hour} isCompact />}
  </NetworkOf>
);

interface NetworkAtProps {
  readonly drawable: Drawable;
  readonly hour: number;
  readonly isCompact?: boolean;
  /** Controls that are placed before the search field. */
  readonly children?: ComponentChildren;
}

/** Drawing of the network in an hour. The selected element is kept in the address. */
export function NetworkAt({ drawable, hour, isCompact = false, children }: NetworkAtProps) {
  const { query } = usePlace();
  const { given, result, network, beside, scale, flows, loading } = drawable;
  const contingency = query['contingency'];
  const [buses, lines] = useMemo(
    () => [network.buses.map(({ id }) => `bus_${id}`), network.lines.map(({ id }) => id)],
    [network],
  );
  const shown = useMemo(
    () => ({
      values: atHour(beside, buses, hour),
      flows: atHour(flows, lines, hour),
      loadings: atHour(loading, lines, hour),
      lineMarks: marksOf(result, hour, contingency, given.contingencies),
    }),
    [drawable, hour, contingency],
  );
  const words = useMemo(() => inWords(drawable, hour, shown.lineMarks.size), [drawable, hour, shown]);
  return (
    <>
      {!isCompact && <p role="status">{words}</p>}
      <NetworkDrawing
        label={words}
        network={network}
        scale={scale}
        meaning="Price relative to the hour's median"
        format={lmpText}
        {...shown}
        selected={selectedIn(query)}
        describe={(element) => describe(drawable, hour, element)}
        isCompact={isCompact}
        onSelect={select}
      >
        {children}
      </NetworkDrawing>
    </>
  );
}

/** Writes the selected element to the address. */
export const select = (element: Element | undefined): void =>
  setQuery(
    {
      bus: element?.kind === 'bus' ? `bus_${element.id}` : undefined,
      line: element?.kind === 'line' ? element.id : undefined,
      contingency: undefined,
    },
    { replace: true },
  );

export function selectedIn({ bus, line }: Readonly<Record<string, string>>): Element | undefined {
  if (line !== undefined) return { kind: 'line', id: line };
  return bus === undefined ? undefined : { kind: 'bus', id: bus.replace(/^bus_/, '') };
}

/** Maximum number of units in a tooltip. */
const UNITS = 4;

function describe({ result, network, flows, loading, given }: Drawable, hour: number, { kind, id }: Element) {
  if (kind === 'line') {
    const [flow, share] = [rowNamed(flows, id)[hour], rowNamed(loading, id)[hour]];
    if (flow === undefined) return [];
    const line = network.lines.find((each) => each.id === id);
    const to = flow < 0 ? line?.from : line?.to;
    return [`${power(Math.abs(flow))} to bus ${to}${share === undefined ? '' : `, ${percent(share)}`}`];
  }
  const units = (network.buses.find((bus) => bus.id === id)?.units ?? []).map(({ name }) => {
    const output =
      rowNamed(result.dispatch_mw, name)[hour] ?? rowNamed(result.renewable_mw ?? NONE, name)[hour];
    return { name, output: output ?? 0 };
  });
  units.sort((a, b) => b.output - a.output);
  return [
    lmpText(rowNamed(result.lmp, `bus_${id}`)[hour]),
    `Load ${power(rowNamed(given.loads, id)[hour] ?? 0)}`,
    ...units.slice(0, UNITS).map(({ name, output }) => `${name}: ${power(output)}`),
    ...(units.length > UNITS ? [`and ${count(units.length - UNITS)} more units`] : []),
  ];
}

function inWords({ result: { lmp }, given: { loads } }: Drawable, hour: number, marked: number): string {
  const [prices, span] = [recordOf(lmp), { from: hour, to: hour + 1 }];
  const mean = meanPrice(
    rowsOf(loads).map(([bus, values]) => ({ bus, values })),
    prices,
    span,
  );
  const [most, least] = [highestPrice(prices, span), highestPrice(prices, span, -1)];
  const spread =
    !most || !least
      ? 'there are no prices'
      : most.isEverywhere
        ? `the price is ${lmpText(most.usd)} at every bus`
        : `prices are ${lmpText(least.usd)} to ${lmpText(most.usd)}, load-weighted mean ${lmpText(mean)}`;
  return `${capitalized(inPeriod(hour))} ${spread}; ${marked === 0 ? 'no line is' : marked === 1 ? '1 line is' : `${marked} lines are`} marked.`;
}
