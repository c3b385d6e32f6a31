/** Scene of a network drawing, and styles of its parts. */
import { type ColorScale, colorOf, css, stopsOf } from '../charts/color-scale.ts';
import type { Places } from './layout.ts';
import type { Mark, Network, Point, Segment, Shown, View } from './scene.ts';

export interface Scene extends Shown {
  readonly network: Network;
  readonly segments: readonly Segment[];
  readonly sizes: ReturnType<typeof sizesOf>;
  readonly places: Places;
  /** Land and borders in the coordinates of the places. */
  readonly outline: Path2D | undefined;
  readonly view: View;
  readonly width: number;
  readonly height: number;
  readonly ink: { readonly text: string; readonly line: string; readonly back: string };
}

/**
 * Texts and symbols, which are drawn last. Of two texts that would overlap, only the text with the higher rank is
 * drawn.
 */
export interface Labels {
  readonly texts: { readonly at: Point; readonly text: string; readonly rank: number }[];
  readonly signs: { readonly at: Point; readonly mark: Mark }[];
  /** Circles that texts must not cover. */
  readonly taken: (readonly [x: number, y: number, radius: number])[];
}

export const MARKS: Readonly<
  Record<
    Mark,
    { readonly sign: string; readonly color: string; readonly dash: number[]; readonly words: string }
  >
> = {
  binding: { sign: '▲', color: '#d55e00', dash: [], words: 'at its limit' },
  overloaded: { sign: '!', color: '#d1001f', dash: [6, 3], words: 'over its limit' },
  lost: { sign: '✕', color: '#7b6fd0', dash: [3, 5], words: 'lost in the contingency' },
  error: { sign: '!', color: '#d1001f', dash: [], words: 'error' },
  warning: { sign: '?', color: '#b36b00', dash: [], words: 'warning' },
};

/** Zoom, px per line length, below which fewer texts are drawn, and lines with little load are thin. */
export const THIN_BELOW = 12;

/** Colours of loading. Light loading is grey, so that nearly full lines stand out. */
export const LOADING: ColorScale = {
  low: 0,
  high: 1,
  calm: 0,
  stops: stopsOf(0x808e9c, 0x808e9c, 0x808e9c, 0xd68c00, 0xd53e00),
};
export const IDLE = css(colorOf(LOADING, 0));

/**
 * Sizes that do not depend on the hour: width of each line by rating, px; capacity of the units at each bus, MW; order
 * of the buses by capacity, the largest first.
 */
export function sizesOf({ buses, lines }: Network) {
  const most = lines.reduce((largest, { rating = 0 }) => Math.max(largest, rating), 0) || 1;
  const capacities = buses.map(({ units = [] }) => units.reduce((total, { mw }) => total + mw, 0));
  return {
    widths: lines.map(({ rating = 0 }) => 1.2 + 3.8 * Math.sqrt(rating / most)),
    capacities,
    order: buses.map((_, i) => i).sort((a, b) => (capacities[b] ?? 0) - (capacities[a] ?? 0)),
  };
}
