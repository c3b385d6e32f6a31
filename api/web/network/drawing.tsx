/**
 * A network as a drawing that is moved and zoomed. Those who do not see it or use no mouse have the search for its
 * elements beside it, which leads to the same details.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { INK } from '../charts/chart.tsx';
import { Legend } from '../charts/legend.tsx';
import { ProblemNotice, Spinner } from '../parts/elements.tsx';
import { Finder } from '../parts/finder.tsx';
import { inWorker } from '../parts/in-worker.ts';
import { useStore } from '../parts/store.ts';
import { theme } from '../parts/theme.ts';
import { useLoad } from '../parts/use-load.ts';
import { colorOfMark, draw, MARK_WORDS, signOf } from './draw.ts';
import type { Graph, Places } from './layout.ts';
import {
  type Element,
  elementAt,
  type Mark,
  type Network,
  type Shown,
  segmentsOf,
  type View,
  wholeView,
  zoomed,
} from './scene.ts';

const place = inWorker<Graph, Places>(
  () => new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' }),
);

interface NetworkDrawingProps extends Shown {
  /** What is seen, in a sentence. */
  readonly label: string;
  /** The same object as long as it is the same network. */
  readonly network: Network;
  /** Writes the value of a bus or line. */
  readonly format?: (value: number) => string;
  readonly onSelect: (element: Element | undefined) => void;
}

export function NetworkDrawing({ network, ...props }: NetworkDrawingProps) {
  const segments = useMemo(() => segmentsOf(network), [network]);
  const placed = useLoad(() => {
    const edges = segments.flatMap(({ from, to }): [number, number][] =>
      from < 0 || to < 0 ? [] : [[from, to]],
    );
    return place({ nodes: network.buses.length, edges });
  }, [network]);
  return (
    <>
      <ElementFinder network={network} {...props} />
      {placed.problem && <ProblemNotice problem={placed.problem} retry={placed.reload} />}
      {placed.data?.x.length === network.buses.length ? (
        <Canvas network={network} segments={segments} places={placed.data} {...props} />
      ) : (
        !placed.problem && <Spinner label="Placing the buses" />
      )}
    </>
  );
}

function ElementFinder({
  network,
  selected,
  onSelect,
}: Pick<NetworkDrawingProps, 'network' | 'selected' | 'onSelect'>) {
  const elements = useMemo(
    () =>
      new Map<string, Element>([
        ...network.buses.map(({ id }) => [`bus ${id}`, { kind: 'bus', id }] as const),
        ...network.lines.map(({ id }) => [`line ${id}`, { kind: 'line', id }] as const),
      ]),
    [network],
  );
  const names = useMemo(() => [...elements.keys()], [elements]);
  return (
    <Finder
      label="Bus or line"
      names={names}
      value={selected && `${selected.kind} ${selected.id}`}
      onValue={(name) => onSelect(elements.get(name))}
    />
  );
}

interface CanvasProps extends NetworkDrawingProps {
  readonly segments: ReturnType<typeof segmentsOf>;
  readonly places: Places;
}

/** Pixels, on a wide page. */
const TALLEST = 520;
const STEP = 60;
const CLICK = 4;

function Canvas(props: CanvasProps) {
  const { label, network, segments, places, scale, format, lineMarks, busMarks, onSelect } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [moved, setMoved] = useState<View>();
  const dragged = useRef<{ readonly x: number; readonly y: number; readonly view: View } | undefined>(
    undefined,
  );
  const ink = INK[useStore(theme)];
  const height = Math.min(TALLEST, Math.round(width * 0.9));
  const view = moved ?? wholeView(places, width, height);

  useEffect(() => setMoved(undefined), [places]);
  useEffect(() => {
    const element = canvas.current?.parentElement;
    if (!element) return;
    const watcher = new ResizeObserver(() => setWidth(element.clientWidth));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  useEffect(() => {
    if (canvas.current && width > 0) draw(canvas.current, { ...props, view, width, height, ink });
  });

  const zoomAt = (factor: number, x = width / 2, y = height / 2): void =>
    setMoved(zoomed(view, factor, x, y));
  const move = (dx: number, dy: number): void =>
    setMoved({ ...view, left: view.left + dx, top: view.top + dy });
  const onUp = ({ offsetX, offsetY }: PointerEvent): void => {
    const from = dragged.current;
    dragged.current = undefined;
    if (from && Math.hypot(offsetX - from.x, offsetY - from.y) < CLICK)
      onSelect(elementAt(network, { places, view, segments }, [offsetX, offsetY]));
  };
  return (
    <figure class="chart network">
      <div>
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          style={{ width: '100%', height: `${height}px` }}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            dragged.current = { x: event.offsetX, y: event.offsetY, view };
          }}
          onPointerMove={({ offsetX, offsetY }) => {
            const from = dragged.current;
            if (!from) return;
            const { view: before, x, y } = from;
            setMoved({ ...before, left: before.left + offsetX - x, top: before.top + offsetY - y });
          }}
          onPointerUp={onUp}
          onPointerCancel={() => {
            dragged.current = undefined;
          }}
          onWheel={(event) => {
            // Without the key the page is scrolled, as everywhere on it.
            if (!event.ctrlKey && !event.metaKey) return;
            event.preventDefault();
            zoomAt(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.offsetX, event.offsetY);
          }}
        />
      </div>
      <figcaption>
        <span class="actions">
          <button type="button" aria-label="Zoom in" onClick={() => zoomAt(1.5)}>
            +
          </button>
          <button type="button" aria-label="Zoom out" onClick={() => zoomAt(1 / 1.5)}>
            −
          </button>
          <button type="button" aria-label="Move left" onClick={() => move(STEP, 0)}>
            ←
          </button>
          <button type="button" aria-label="Move right" onClick={() => move(-STEP, 0)}>
            →
          </button>
          <button type="button" aria-label="Move up" onClick={() => move(0, STEP)}>
            ↑
          </button>
          <button type="button" aria-label="Move down" onClick={() => move(0, -STEP)}>
            ↓
          </button>
          <button type="button" onClick={() => setMoved(undefined)}>
            Whole
          </button>
        </span>
        {scale && format && <Legend scale={scale} format={format} />}
        <MarkLegend marks={new Set([...(lineMarks?.values() ?? []), ...(busMarks?.values() ?? [])])} />
        <small>
          Squares have units{props.loadings && '; wide lines are full'}. Drag to move, Ctrl and wheel to zoom.
        </small>
      </figcaption>
    </figure>
  );
}

const MarkLegend = ({ marks }: { readonly marks: ReadonlySet<Mark> }) => (
  <span class="legend">
    {[...marks].map((mark) => (
      <span key={mark}>
        <b style={{ color: colorOfMark(mark) }}>{signOf(mark)}</b> {MARK_WORDS[mark]}
      </span>
    ))}
  </span>
);
