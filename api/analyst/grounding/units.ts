/** The unit around a figure, and what it makes of the figure in MW, $ and $/MWh. */
import type { Unit } from './mentions.ts';

interface Scaled {
  readonly unit: Unit | null;
  readonly scale: number;
}

const CURRENCY = String.raw`(?:US\s?\$|\$|USD|dollars?|d\u00f3lares|dollari|Dollar)`;
/** Tried in order: the longest first. */
const AFTER: readonly (readonly [pattern: RegExp, unit: Unit | null, scale: number])[] = (
  [
    [
      String.raw`%|percent\b|per cent\b|Prozent\b|por ?cien(?:to)?\b|pour cent\b|per cento\b|por cento\b`,
      '%',
      1,
    ],
    [`${CURRENCY}?\\s*(?:/|per)\\s*kWh\\b`, '$/MWh', 1000],
    [`${CURRENCY}?\\s*(?:/|per)\\s*MWh\\b`, '$/MWh', 1],
    [String.raw`GWh\b`, 'MWh', 1000],
    [String.raw`MWh\b`, 'MWh', 1],
    [String.raw`kWh\b`, 'MWh', 0.001],
    [String.raw`GW\b`, 'MW', 1000],
    [String.raw`(?:MW|megawatts?|Megawatt|megavatios?)\b`, 'MW', 1],
    [String.raw`kW\b`, 'MW', 0.001],
    [String.raw`GVA\b`, 'MVA', 1000],
    [String.raw`MVA\b`, 'MVA', 1],
    [String.raw`(?:hours?|hrs?|h|Stunden?|horas?|heures?|or[ae])\b`, 'h', 1],
    [CURRENCY, '$', 1],
  ] as const
).map(([source, unit, scale]) => [new RegExp(`^[\\s\\u00a0\\u202f-]?(?:${source})`, 'iu'), unit, scale]);

const MULTIPLES: readonly (readonly [pattern: RegExp, scale: number])[] = [
  [/^[\s\u00a0-]?(?:k|thousand|Tsd\.?|Tausend|mil|mille|mila)(?![\p{L}\d])/u, 1e3],
  [
    /^[\s\u00a0-]?(?:M|m|mn|million|millions|Mio\.?|Millionen|millones|milh\u00f5es|milioni)(?![\p{L}\d])/u,
    1e6,
  ],
  [/^[\s\u00a0-]?(?:bn|billion|Mrd\.?|Milliarden|milliards?)(?![\p{L}\d])/u, 1e9],
];
const BEFORE = new RegExp(`${CURRENCY}\\s?$`, 'iu');

/** `before` and `after`: the text around the numeral. */
export function unitAround(before: string, after: string): Scaled {
  const multiple = MULTIPLES.find(([pattern]) => pattern.test(after));
  const rest = multiple ? after.replace(multiple[0], '') : after;
  const found = AFTER.find(([pattern]) => pattern.test(rest));
  const unit = found?.[1] ?? (BEFORE.test(before) ? '$' : null);
  return { unit, scale: (multiple?.[1] ?? 1) * (found?.[2] ?? 1) };
}

/** Of a figure in a result, by the end of its name; null when the name does not say. */
export function unitOfKey(key: string): Unit | null {
  if (/usd_per_mwh$|^lmp|price/.test(key)) return '$/MWh';
  if (/usd$|cost$/.test(key)) return '$';
  if (/mwh$/.test(key)) return 'MWh';
  if (/mva$/.test(key)) return 'MVA';
  if (/mw$/.test(key)) return 'MW';
  if (/percent$|pct$/.test(key)) return '%';
  return /(?:^|_)(?:h|hours)(?:_|$)/.test(key) ? 'h' : null;
}
