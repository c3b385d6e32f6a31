/** Canvas of a network: pan by dragging and arrow keys, zoom by wheel, pinch, + and −. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { INK, useWidth } from '../charts/chart.tsx';
import { useStore } from '../parts/store.ts';
import { theme } from '../parts/theme.ts';
import { draw } from './draw.ts';
import type { Placed } from './layout-worker.ts';
import { sizesOf } from './look.ts';
import {
  type Element,
  elementAt,
  type Network,
  type Point,
  placeOf,
  type Segment,
  type Shown,
  type View,
  wholeView,
  zoomed,
} from './scene.ts';

interface CanvasProps extends Shown {
  readonly label: string;
  readonly network: Network;
  readonly segments: readonly Segment[];
  readonly places: Placed;
  /** Largest height of the canvas, px. */
  readonly tallest: number;
  /** Element that a search has found; the view is centred on it and zoomed in. */
  readonly sought: Element | undefined;
  readonly describe: (element: Element) => readonly string[];
  readonly onSelect: (element: Element | undefined) => void;
}

/** Pan step of arrow keys, px. */
const STEP = 60;
const CLICK = 4;
const TIP_WIDTH = 240;
/** Least zoom after a search for an element, px per line length. */
const NEAR = 40;
/** Time after a scroll of the page for which the wheel keeps scrolling the page, ms. */
const SCROLLING = 250;

const MOVES: Readonly<Record<string, Point>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};
const ZOOM = 1.5;
const ZOOMS: Readonly<Record<string, number>> = { '+': ZOOM, '=': ZOOM, '-': 1 / ZOOM };

const pointIn = ({ offsetX, offsetY }: MouseEvent): Point => [offsetX, offsetY];
const distance = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(ax - bx, ay - by);

export function Canvas(props: CanvasProps) {
  const { label, network, segments, places, tallest, sought, describe, onSelect } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(canvas);
  const [moved, setMoved] = useState<View>();
  const [pointer, setPointer] = useState<Point>();
  const fingers = useRef(new Map<number, Point>());
  const pressed = useRef<Point | undefined>(undefined);
  const scrolledAt = useRef(Number.NEGATIVE_INFINITY);
  const ink = INK[useStore(theme)];
  const height = Math.min(tallest, Math.max(240, Math.round(width * 0.9)));
  const whole = useMemo(() => wholeView(places, width, height), [places, width, height]);
  const view = moved ?? whole;
  const sizes = useMemo(() => sizesOf(network), [network]);
  const outline = useMemo(() => (places.outline ? new Path2D(places.outline) : undefined), [places]);
  const under = (at: Point) => elementAt(network, { places, view, segments }, at);
  // The element under the pointer is computed on every render, because the drawing may move under a resting pointer.
  const pointed = pointer && under(pointer);

  useEffect(() => setMoved(undefined), [places]);
  useEffect(() => {
    const onScroll = ({ timeStamp }: Event): void => {
      scrolledAt.current = timeStamp;
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);
  useEffect(() => {
    if (canvas.current && width > 0)
      draw(canvas.current, { ...props, sizes, outline, view, width, height, ink });
  });
  useEffect(() => {
    const at = sought && placeOf(network, segments, places, sought);
    const zoom = Math.max(view.zoom, NEAR);
    if (at) setMoved({ zoom, left: width / 2 - at[0] * zoom, top: height / 2 - at[1] * zoom });
  }, [sought]);

  const zoomAt = (factor: number, at: Point = [width / 2, height / 2]): void =>
    setMoved((last = whole) => zoomed(last, factor, at, whole));
  const move = (dx: number, dy: number): void =>
    setMoved((last = whole) => ({ ...last, left: last.left + dx, top: last.top + dy }));

  const onMove = (event: PointerEvent): void => {
    const at = pointIn(event);
    const before = fingers.current.get(event.pointerId);
    setPointer(before ? undefined : at);
    if (!before) return;
    fingers.current.set(event.pointerId, at);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other) zoomAt(distance(at, other) / (distance(before, other) || 1), other);
    else move(at[0] - before[0], at[1] - before[1]);
  };
  const onUp = (event: PointerEvent): void => {
    const [from, at] = [pressed.current, pointIn(event)];
    fingers.current.delete(event.pointerId);
    if (from && distance(from, at) < CLICK) onSelect(under(at));
  };
  const onWheel = (event: WheelEvent): void => {
    const pixels = event.deltaY * (event.deltaMode === event.DOM_DELTA_LINE ? 16 : 1);
    const factor = Math.exp(-Math.min(200, Math.max(-200, pixels)) / 400);
    const next = zoomed(view, factor, pointIn(event), whole);
    // The wheel scrolls the page at the zoom limits, and while the page is being scrolled.
    if (next.zoom === view.zoom || event.timeStamp - scrolledAt.current < SCROLLING) return;
    event.preventDefault();
    setMoved(next);
  };
  const onKey = (event: KeyboardEvent): void => {
    const [step, factor] = [MOVES[event.key], ZOOMS[event.key]];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) move(...step);
    else if (factor) zoomAt(factor);
    else if (event.key === '0') setMoved(undefined);
    else if (event.key === 'Escape') onSelect(undefined);
    else return;
    event.preventDefault();
  };
  const buttons = [
    ['+', 'Zoom in', () => zoomAt(ZOOM)],
    ['−', 'Zoom out', () => zoomAt(1 / ZOOM)],
    ['Whole', 'Whole network', () => setMoved(undefined)],
  ] as const;
  const [title, ...more] = pointed ? describe(pointed) : [];
  return (
    <div class="network-canvas">
      <div
        role="application"
        aria-roledescription="network"
        aria-label={`${label} Arrow keys move it, plus and minus zoom, 0 shows all of it.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application needs the focus for its arrow keys.
        tabIndex={0}
        onKeyDown={onKey}
      >
        <canvas
          ref={canvas}
          style={{ width: '100%', height: `${height}px` }}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            pressed.current = fingers.current.size === 0 ? pointIn(event) : undefined;
            fingers.current.set(event.pointerId, pointIn(event));
          }}
          onPointerMove={onMove}
          onPointerUp={onUp}
          onPointerCancel={({ pointerId }) => fingers.current.delete(pointerId)}
          onPointerLeave={() => setPointer(undefined)}
          onDblClick={(event) => zoomAt(2, pointIn(event))}
          onWheel={onWheel}
        />
      </div>
      <span class="actions">
        {buttons.map(([text, name, onClick]) => (
          <button key={text} type="button" aria-label={name} onClick={onClick}>
            {text}
          </button>
        ))}
      </span>
      {pointed && pointer && (
        // The details are hidden from screen readers, whose users reach them by the search.
        <p
          class="tip"
          aria-hidden="true"
          style={{
            top: `${pointer[1] + 14}px`,
            left: `${Math.max(0, Math.min(pointer[0] + 14, width - TIP_WIDTH))}px`,
          }}
        >
          <b>{title}</b>
          {more.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
      )}
    </div>
  );
}
