/** The canvas of a drawing: moved by dragging, arrow keys and two fingers, zoomed by the wheel, + and −. */
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
  /** Pixels, on a wide page. */
  readonly tallest: number;
  /** It is brought into the middle, near enough to be told from its neighbours. */
  readonly sought: Element | undefined;
  readonly describe: (element: Element) => readonly string[];
  readonly onSelect: (element: Element | undefined) => void;
}

/** Pixels. */
const STEP = 60;
const CLICK = 4;
const TIP_WIDTH = 240;
/** Pixels of a length of a line, around what was sought. */
const NEAR = 40;
/** A wheel turned this soon after the page scrolled keeps scrolling the page, ms. */
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
  const height = Math.min(tallest, Math.max(300, Math.round(width * 0.9)));
  const whole = useMemo(() => wholeView(places, width, height), [places, width, height]);
  const view = moved ?? whole;
  const sizes = useMemo(() => sizesOf(network), [network]);
  const outline = useMemo(() => (places.outline ? new Path2D(places.outline) : undefined), [places]);
  const under = (at: Point) => elementAt(network, { places, view, segments }, at);
  // The drawing may have moved under a pointer that rests.
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
    // At its ends the page is scrolled, and so it is while it moves already.
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the focus, since arrow keys move the drawing.
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
        // Hidden from screen readers: the search leads to the same details below the drawing.
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
