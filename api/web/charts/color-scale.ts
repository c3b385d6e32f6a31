/** Colour scales that colour-blind readers can distinguish on light and dark backgrounds (pure). */

/** Default colours of series. */
export const PALETTE = [
  '#0072b2',
  '#e69f00',
  '#009e73',
  '#cc79a7',
  '#56b4e9',
  '#d55e00',
  '#b5a642',
  '#7b6fd0',
  '#8c8c8c',
];

export type Rgb = readonly [red: number, green: number, blue: number];

export interface ColorScale {
  /** Lower end of the scale. The next field: upper end. Values outside the ends have the colour of the nearer end. */
  readonly low: number;
  readonly high: number;
  readonly stops: readonly Rgb[];
  /** Neutral value. If several values share a pixel, the value farthest from it is shown. */
  readonly calm: number;
  /** Smallest and largest value; present if some values lie outside the ends of the scale. */
  readonly ends?: readonly [least: number, most: number];
  /** Names of the whole-number values, beginning with `low`. */
  readonly words?: readonly string[];
  /** Symbols drawn on cells of these values, for colour-blind readers. */
  readonly signs?: readonly string[];
}

/** Converts colours from numbers of the form 0xrrggbb. */
export const stopsOf = (...colors: readonly number[]): readonly Rgb[] =>
  colors.map((color) => [color >> 16, (color >> 8) & 255, color & 255]);

const VIRIDIS = stopsOf(0x440154, 0x3b528b, 0x21918c, 0x5ec962, 0xfde725);
/** Colours from blue to red. The middle colour is repeated, so that small differences look neutral. */
const BLUE_TO_RED = stopsOf(0x2166ac, 0x92c5de, 0xf7f7f7, 0xf7f7f7, 0xf4a582, 0xb2182b);

/** Sequential scale from `low` to `high`. */
export const rising = (low: number, high: number, calm = low): ColorScale => ({
  low,
  high: high > low ? high : low + 1,
  stops: VIRIDIS,
  calm,
});

/** Diverging scale around zero. A fifth of `reach` on either side of zero is neutral. */
export function aroundZero(reach: number): ColorScale {
  const most = reach > 0 ? reach : 1;
  return { low: -most, high: most, stops: BLUE_TO_RED, calm: 0 };
}

/** Scale of a few whole numbers with names, beginning with `low`. */
export const namedScale = (
  low: number,
  entries: readonly (readonly [word: string, color: Rgb, sign?: string])[],
): ColorScale => ({
  low,
  high: low + entries.length - 1,
  stops: entries.map(([, color]) => color),
  calm: 0,
  words: entries.map(([word]) => word),
  signs: entries.map(([, , sign = '']) => sign),
});

const mix = (from: number, to: number, share: number): number => Math.round(from + (to - from) * share);

export function colorOf({ low, high, stops }: ColorScale, value: number): Rgb {
  const share = high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0;
  const at = share * (stops.length - 1);
  const from = stops[Math.floor(at)] ?? [0, 0, 0];
  const to = stops[Math.ceil(at)] ?? from;
  const part = at - Math.floor(at);
  return [mix(from[0], to[0], part), mix(from[1], to[1], part), mix(from[2], to[2], part)];
}

export const css = ([red, green, blue]: Rgb): string => `rgb(${red} ${green} ${blue})`;

const STEPS = 256;

/** Colours of a scale in equal steps; looking them up makes drawing fast. */
export function colorTable(scale: ColorScale): readonly Rgb[] {
  const steps = scale.words ? scale.words.length : STEPS;
  const width = scale.high - scale.low;
  return Array.from({ length: steps }, (_, i) =>
    colorOf(scale, scale.low + (width * i) / Math.max(1, steps - 1)),
  );
}
