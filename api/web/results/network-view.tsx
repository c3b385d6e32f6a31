/** The network hour by hour: prices at the buses, loading of the lines, limits that bind. */

import { useMemo } from 'preact/hooks';
import { NetworkDrawing } from '../network/drawing.tsx';
import type { Network } from '../network/scene.ts';
import { Card, Empty, Loaded, Spinner } from '../parts/elements.tsx';
import { price } from '../parts/format.ts';
import { periodName } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { useMade } from '../parts/use-load.ts';
import { BusDetails, type DetailsProps, LineDetails } from './element-details.tsx';
import { HourSlider, useHour } from './hour-slider.tsx';
import { loadings } from './loadings.ts';
import { NONE } from './matrix.ts';
import { atHour, type GivenNetwork, marksOf, networkOf } from './network-facts.ts';
import type { Result } from './pack.ts';
import { dearestHour, priceScale } from './price-scale.ts';
import { useCase, useResult } from './result-data.ts';
import type { ResultViewProps } from './view.ts';

const FIELDS = [
  'lmp',
  'flows_mw',
  'overflow_mw',
  'dispatch_mw',
  'renewable_mw',
  'binding_constraints',
] as const;
const GIVEN = [
  'generators',
  'loads',
  'transmission_lines',
  'contingencies',
  'renewables',
  'storage',
] as const;

/** Binding limits are as many as lines, or more: they are read when somebody looks at a line. */
const WITH_CONTINGENCIES = [...GIVEN, 'contingencies'] as const;

export function NetworkView({ job: { job_id: jobId } }: ResultViewProps) {
  const { query } = usePlace();
  const result = useResult(jobId, FIELDS);
  const given = useCase(jobId, query['line'] === undefined ? GIVEN : WITH_CONTINGENCIES);
  return (
    <Loaded load={given}>
      {(known) =>
        (known.transmission_lines ?? []).length === 0 ? (
          <Empty>This case has no lines: all of it is one place.</Empty>
        ) : (
          <Loaded load={result}>{(found) => <Drawn given={known} result={found} />}</Loaded>
        )
      }
    </Loaded>
  );
}

interface DrawnProps {
  readonly given: GivenNetwork;
  readonly result: Pick<Result, (typeof FIELDS)[number]>;
}

function Drawn(props: DrawnProps) {
  const { generators, loads, transmission_lines } = props.given;
  // Contingencies that come later make no other network.
  const network = useMade(() => networkOf(props.given), [generators, loads, transmission_lines]);
  return network ? <Hour network={network} {...props} /> : <Spinner label="Reading the network" />;
}

function Hour({ given, result, network }: DrawnProps & { readonly network: Network }) {
  const { query } = usePlace();
  const { lmp, flows_mw = NONE, overflow_mw = NONE, binding_constraints: bindings } = result;
  const first = useMemo(() => dearestHour(lmp) ?? 0, [lmp]);
  const hour = useHour(lmp.hours, first);
  const scale = useMemo(() => priceScale(lmp), [lmp]);
  const { transmission_lines: lines } = given;
  const loading = useMade(() => loadings(flows_mw, lines ?? []), [flows_mw, lines]) ?? NONE;
  const contingency = query['contingency'];
  const shown = useMemo(
    () => ({
      values: atHour(
        lmp,
        network.buses.map(({ id }) => `bus_${id}`),
        hour,
      ),
      loadings: atHour(
        loading,
        network.lines.map(({ id }) => id),
        hour,
      ),
      lineMarks: marksOf({
        bindings,
        overflow: overflow_mw,
        hour,
        contingency,
        contingencies: given.contingencies,
      }),
    }),
    [lmp, loading, network, bindings, overflow_mw, hour, contingency, given],
  );
  const selected = selectedIn(query);
  const words = inWords(hour, shown.values, shown.lineMarks.size);
  return (
    <>
      <Card title="Network">
        <HourSlider hour={hour} hours={lmp.hours} />
        <p role="status">{words}</p>
        <NetworkDrawing
          label={words}
          network={network}
          scale={scale}
          format={price}
          {...shown}
          selected={selected}
          onSelect={(element) =>
            setQuery(
              {
                bus: element?.kind === 'bus' ? `bus_${element.id}` : undefined,
                line: element?.kind === 'line' ? element.id : undefined,
                contingency: undefined,
              },
              { replace: true },
            )
          }
        />
      </Card>
      <Details given={given} result={result} hour={hour} />
    </>
  );
}

function selectedIn({ bus, line }: Readonly<Record<string, string>>) {
  if (line !== undefined) return { kind: 'line', id: line } as const;
  return bus === undefined ? undefined : ({ kind: 'bus', id: bus.replace(/^bus_/, '') } as const);
}

function Details(props: DetailsProps) {
  const selected = selectedIn(usePlace().query);
  const line = props.given.transmission_lines?.find(
    ({ id }) => selected?.kind === 'line' && id === selected.id,
  );
  if (line) return <LineDetails line={line} {...props} />;
  if (selected?.kind === 'bus') return <BusDetails bus={selected.id} {...props} />;
  return <p>Choose a bus or a line, in the drawing or by its name, to see what is known of it.</p>;
}

function inWords(hour: number, prices: Float64Array, marked: number): string {
  const known = prices.filter((value) => !Number.isNaN(value));
  const most = known.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const least = known.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const spread =
    most - least < 0.005
      ? `every bus has the price ${price(most)}`
      : `prices are between ${price(least)} and ${price(most)}`;
  return `In ${periodName(hour)} ${spread}; ${marked === 0 ? 'no line is' : marked === 1 ? '1 line is' : `${marked} lines are`} marked.`;
}
