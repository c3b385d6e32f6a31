/** Reads numbers in digits and in words, with the units around them. */
import { readWords } from '../../http/read-words.ts';

export type Unit = '%' | '$' | '$/MWh' | 'MW' | 'MWh' | 'MVA' | 'h';

/** One possible meaning of a numeral: a comma may separate thousands or decimals. */
export interface Reading {
  /** Value in MW, $, h, or percent. */
  readonly value: number;
  /** Rounding error of the numeral: half a unit of its last digit. */
  readonly tolerance: number;
}

/** Pattern of a numeral without a sign: 1,234.5 and 1.234,5 and 1'234.5 and 1.2e5. */
export const NUMERAL = String.raw`(?:\d{1,3}(?:[,.'\u2019\u00a0\u202f\u2009]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?:[eE][-+]?\d{1,3}(?!\d)|\s?(?:[x\u00d7*]|\u00b7)\s?10\^[-+]?\d{1,2})?`;

export function readings(numeral: string, scale: number, isRough: boolean): Reading[] {
  const [mantissa = '', exponent] = numeral.split(/[eE]|\s?[x\u00d7*\u00b7]\s?10\^/);
  const power = 10 ** Number(exponent ?? 0);
  return [...new Set(spellings(mantissa))].map((digits) => {
    const lastDigit = isRough && !digits.includes('.') ? trailingZeros(digits) : -decimals(digits);
    return {
      value: Number(digits) * power * scale,
      tolerance: 0.5 * 10 ** lastDigit * power * scale,
    };
  });
}

/** Possible spellings of a numeral with `.` as the decimal point. */
function spellings(mantissa: string): string[] {
  const marks = mantissa.replace(/\d/g, '');
  const last = marks.at(-1);
  if (!last) return [mantissa];
  const grouped = mantissa.replace(/\D/g, '');
  const at = mantissa.lastIndexOf(last);
  const decimal = `${mantissa.slice(0, at).replace(/\D/g, '')}.${mantissa.slice(at + 1)}`;
  const isGroup = new RegExp(`^\\d{1,3}(?:\\${last}\\d{3})+$`).test(mantissa);
  if (!isGroup) return [decimal];
  return marks.length === 1 && (last === ',' || last === '.') ? [decimal, grouped] : [grouped];
}

const decimals = (digits: string): number => (digits.split('.')[1] ?? '').length;
const trailingZeros = (digits: string): number => (/(?<!0)0*$/.exec(digits)?.[0] ?? '').length;

/**
 * Number words in English, German, Spanish, French, Italian and Portuguese. Words with another meaning in one of these
 * languages (`once`, `sei`, `neuf`) are omitted, as is `one`.
 */
const VALUES = new Map(
  readWords(new URL('./number-words.tsv', import.meta.url)).flatMap(([value, words]) =>
    words.map((word) => [word, Number(value)] as const),
  ),
);
const ATOM = [...VALUES.keys()].sort((a, b) => b.length - a.length).join('|');
/**
 * Pattern of number words: `twenty-four`, `vierundzwanzig`, `veinte y cuatro`, `two hundred and six`; not the multiple
 * in `0.4 million` or the word in `por ciento`.
 */
export const NUMBER_WORDS = new RegExp(
  String.raw`(?<![\p{L}\d]|\d[\s\u00a0-]|\bp[eo]r\s)(?:${ATOM})(?:(?:[\s-]|\s?und\s?|\s(?:and|y|e|et)\s)?(?:${ATOM}))*(?![\p{L}\d])`,
  'giu',
);
/** Pattern of text after a small number that counts points of the answer (`two reasons`), not grid elements. */
export const TALK =
  /^\s(?:main\s|key\s|possible\s)?(?:reasons?|factors?|points?|things?|ways?|steps?|options?|parts?|sides?|questions?|effects?|of\b)/i;

/** Value of number words, computed by adding and multiplying their parts. */
export function wordsValue(words: string): number {
  let total = 0;
  let group = 0;
  for (const [atom] of words.toLowerCase().matchAll(new RegExp(ATOM, 'giu'))) {
    const value = VALUES.get(atom) ?? 0;
    if (value < 100) group += value;
    else if (value === 100) group = Math.max(1, group) * 100;
    else {
      total += Math.max(1, group) * value;
      group = 0;
    }
  }
  return total + group;
}

const CURRENCY = String.raw`(?:US\s?\$|\$|USD|dollars?|d\u00f3lares|dollari|Dollar)`;
/** Units that may follow a numeral, tried in order, longest first. */
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

/** Unit of a numeral and its scale to MW, $ or $/MWh, from the surrounding text. */
export function unitAround(before: string, after: string) {
  const multiple = MULTIPLES.find(([pattern]) => pattern.test(after));
  const rest = multiple ? after.replace(multiple[0], '') : after;
  const match = AFTER.find(([pattern]) => pattern.test(rest));
  const unit = match?.[1] ?? (BEFORE.test(before) ? '$' : null);
  return { unit, scale: (multiple?.[1] ?? 1) * (match?.[2] ?? 1) };
}

/** Unit of a figure in a result, from the end of its field name; null if the field name has no unit. */
export function unitOfKey(key: string): Unit | null {
  if (/usd_per_mwh$|^lmp|price/.test(key)) return '$/MWh';
  if (/usd$|cost$/.test(key)) return '$';
  if (/mwh$/.test(key)) return 'MWh';
  if (/mva$/.test(key)) return 'MVA';
  if (/mw$/.test(key)) return 'MW';
  if (/percent$|pct$/.test(key)) return '%';
  return /(?:^|_)(?:h|hours)(?:_|$)/.test(key) ? 'h' : null;
}

const KEYS: Readonly<Record<Unit, string>> = {
  '%': 'percent',
  $: 'usd',
  '$/MWh': 'usd_per_mwh',
  MW: 'mw',
  MWh: 'mwh',
  MVA: 'mva',
  h: 'hours',
};

/** Field name that a figure from prose would have in a record. */
export const unitKey = (unit: Unit | null): string => (unit === null ? '' : KEYS[unit]);
