/**
 * Drawing of a network: on a map if its buses have coordinates, otherwise with a layout computed from its lines. The
 * search gives access to the same details without a mouse, or with a screen reader.
 */
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { FUEL_KINDS, type Kind, kindName } from '../../client/fuels.ts';
import { Legend } from '../charts/heat-map.tsx';
import { ProblemNotice, Spinner } from '../parts/elements.tsx';
import { Field } from '../parts/form.tsx';
import { percent, power } from '../parts/format.ts';
import { inWorker } from '../parts/in-worker.ts';
import { useLoad } from '../parts/use-load.ts';
import { Canvas } from './canvas.tsx';
import type { Placed, ToPlace } from './layout-worker.ts';
import { LOADING, MARKS } from './look.ts';
import {
  type Element,
  edgesOf,
  elementsOf,
  found,
  type Mark,
  type Network,
  type Shown,
  segmentsOf,
} from './scene.ts';

const place = inWorker<ToPlace, Placed>(
  () => new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' }),
);

interface NetworkDrawingProps extends Shown {
  /** Description of the drawing for screen readers. */
  readonly label: string;
  /** Network to draw. The object must stay the same as long as the network does not change. */
  readonly network: Network;
  /** Title of the legend for the colours of buses or lines. */
  readonly meaning?: string;
  /** Formats the value of a bus or line. */
  readonly format?: (value: number) => string;
  /** Returns additional details of an element. */
  readonly describe?: (element: Element) => readonly string[];
  readonly onSelect: (element: Element | undefined) => void;
  /** True for a lower drawing without search, for use beside other panels. */
  readonly isCompact?: boolean;
  /** Controls placed before the search. */
  readonly children?: ComponentChildren;
}

/** Height of the drawing, px. The next constant: height of a compact drawing. */
const TALL = 560;
const LOW = 270;

export function NetworkDrawing(props: NetworkDrawingProps) {
  const { network, isCompact = false, children, describe, onSelect } = props;
  const segments = useMemo(() => segmentsOf(network), [network]);
  const [sought, setSought] = useState<Element>();
  const placed = useLoad(() => {
    const buses = network.buses.map(({ latitude, longitude }) => ({ latitude, longitude }));
    return place({ buses, edges: edgesOf(segments) });
  }, [network]);
  return (
    <figure class="chart network">
      {!isCompact && (
        <div class="network-strip">
          {children}
          <Search
            network={network}
            onFound={(element) => {
              setSought(element);
              onSelect(element);
            }}
          />
        </div>
      )}
      {placed.problem && <ProblemNotice problem={placed.problem} retry={placed.reload} />}
      {placed.data?.x.length === network.buses.length ? (
        <Canvas
          {...props}
          segments={segments}
          places={placed.data}
          tallest={isCompact ? LOW : TALL}
          sought={sought}
          describe={(element) => [...wordsOf(network, element), ...(describe?.(element) ?? [])]}
        />
      ) : (
        !placed.problem && <Spinner label="Placing the buses" />
      )}
      <Legends {...props} />
    </figure>
  );
}

interface SearchProps {
  readonly network: Network;
  readonly onFound: (element: Element) => void;
}

function Search({ network, onFound }: SearchProps) {
  const elements = useMemo(() => elementsOf(network), [network]);
  const [text, setText] = useState('');
  const names = found(elements, text);
  const choose = (name: string | undefined): void => {
    const element = name === undefined ? undefined : elements.get(name);
    if (element) onFound(element);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        choose(elements.has(text) ? text : names[0]);
      }}
    >
      <Field
        label="Find a bus, line or unit"
        type="search"
        value={text}
        autocomplete="off"
        suggestions={names.map((name) => ({ value: name, text: name }))}
        error={text && names.length === 0 ? 'No match.' : undefined}
        onValue={(value) => {
          setText(value);
          if (elements.has(value)) choose(value);
        }}
      />
    </form>
  );
}

function wordsOf({ buses, lines }: Network, { kind, id }: Element): string[] {
  if (kind === 'line') {
    const line = lines.find((each) => each.id === id);
    const rating = line?.rating ? `, rated ${power(line.rating)}` : '';
    return [`Line ${id}`, `Bus ${line?.from} to bus ${line?.to}${rating}`];
  }
  const { name, area } = buses.find((each) => each.id === id) ?? {};
  return [`Bus ${id}${name ? ` ${name}` : ''}`, ...(area === undefined ? [] : [`Area ${area}`])];
}

function Legends({ network, scale, format, meaning, loadings, lineMarks, busMarks }: NetworkDrawingProps) {
  const kinds = useMemo(() => {
    const guesses = new Map<Kind, boolean[]>();
    for (const { kind, isGuessed = false } of network.buses.flatMap(({ units = [] }) => units)) {
      const those = guesses.get(kind) ?? [];
      those.push(isGuessed);
      guesses.set(kind, those);
    }
    return guesses;
  }, [network]);
  const marks = new Set<Mark>([...(lineMarks?.values() ?? []), ...(busMarks?.values() ?? [])]);
  return (
    <figcaption>
      {scale && format && (
        <span class="legend">
          {meaning} <Legend scale={scale} format={format} />
        </span>
      )}
      {loadings && (
        <span class="legend">
          Line loading <Legend scale={LOADING} format={percent} />
        </span>
      )}
      <span class="legend">
        {[...marks].map((mark) => (
          <span key={mark}>
            <b style={{ color: MARKS[mark].color }}>{MARKS[mark].sign}</b> {MARKS[mark].words}
          </span>
        ))}
        {FUEL_KINDS.filter(({ kind }) => kinds.has(kind)).map(({ kind, color }) => (
          <span key={kind}>
            <i style={{ background: color }} /> {kindName(kind, kinds.get(kind) ?? [])}
          </span>
        ))}
      </span>
    </figcaption>
  );
}
