/** Figures, and names that contain a digit, in a text, in order of appearance. */
import {
  NUMBER_WORDS,
  NUMERAL,
  type Reading,
  readings,
  TALK,
  type Unit,
  unitAround,
  wordsValue,
} from './numbers.ts';

/** `hour` and `entity` identify a record; only a `value` is a quantity. */
export type Role = 'value' | 'hour' | 'entity';

export interface Mention {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly role: Role;
  /** Name in comparable form, such as `g12`; null for a figure. A name has no readings. */
  readonly name: string | null;
  /** Possible values of a figure. */
  readonly readings: readonly Reading[];
  readonly unit: Unit | null;
  /** True for a figure marked as approximate. */
  readonly isRough: boolean;
}

/** Runs of letters and digits: `bus_3`, `N-1`, `40MW`, an id. */
const RUN = /(?<![\p{L}\d_])[\p{L}\d_]+(?:[-.][\p{L}\d_]+)*/gu;
const isMixed = ({ text }: Run): boolean => /\p{L}/u.test(text) && /\d/.test(text);
const NUMBER = new RegExp(String.raw`(?<![\d.,])${NUMERAL}`, 'gu');
const WITH_UNIT = new RegExp(
  `^(${NUMERAL})-?(?:k|m|bn|mio|mw|mwh|gw|gwh|kw|kwh|mva|h|hr|hrs|hours?|usd|x|st|nd|rd|th|percent|day|days|bus|unit|line|node|min)?$`,
  'iu',
);
const HOUR_NAME = /^(?:h|he|t|hour)[_-]?(\d{1,4})$/i;
const ROUGH =
  /(?:about|approximately|approx\.?|roughly|around|nearly|almost|some|circa|ca\.?|etwa|rund|ungef\u00e4hr|unos|aproximadamente|environ|circa|cerca de|~|\u2248)\s?(?:US\s?\$|\$)?$/i;
/** Technical terms that contain a digit. */
const TERMS = new Set(['n1', 'n2', 'n11', 'co2', 'h2', 'n0']);
const isLineStart = (before: string): boolean => before.slice(before.lastIndexOf('\n') + 1).trim() === '';

export function findMentions(text: string): Mention[] {
  const plain = plainDigits(text);
  const mixed = [...plain.matchAll(RUN)].map(toRun).filter(isMixed);
  const names = mixed.flatMap((run) => toName(run, plain));
  const withoutNames = blank(
    plain,
    mixed.filter((run) => names.some(({ start }) => start === run.start)),
  );
  const numbers = [...withoutNames.matchAll(NUMBER)].map(toRun).flatMap((run) => toNumber(run, plain));
  const words = [...plain.matchAll(NUMBER_WORDS)].map(toRun).flatMap((run) => toWords(run, plain));
  return [...names, ...numbers, ...words].sort((a, b) => a.start - b.start);
}

interface Run {
  readonly text: string;
  readonly start: number;
}

const toRun = (match: RegExpMatchArray): Run => ({ text: match[0], start: match.index ?? 0 });

/** The name in a run of letters and digits, as a list of one; empty for a number with its unit, which is not a name. */
function toName({ text, start }: Run, plain: string): Mention[] {
  if (WITH_UNIT.test(text)) return [];
  const hour = HOUR_NAME.exec(text)?.[1];
  const place = { text, start, end: start + text.length, unit: null, isRough: false };
  if (hour !== undefined && !/[A-Z]/.test(text[0] ?? '')) {
    return [{ ...place, role: 'hour', name: null, readings: readings(hour, 1, false) }];
  }
  const name = squeeze(text);
  if (TERMS.has(name) || isClockTime(plain, start)) return [];
  return [{ ...place, role: 'entity', name, readings: [] }];
}

const isClockTime = (plain: string, start: number): boolean => /\d:\d\d$/.test(plain.slice(0, start));

function toNumber({ text, start }: Run, plain: string): Mention[] {
  const before = plain.slice(0, start);
  const after = plain.slice(start + text.length);
  if (/^\d{1,2}$/.test(text) && /^[.)]\s/.test(after) && isLineStart(before)) return [];
  // Skips the minutes of a time of day; its hour is the preceding number.
  if (/(?<!\d)\d{1,2}:$/.test(before) && text === '00') return [];
  const isMinus = /(?:^|[\s(=$:])[-\u2212]\s?\$?$/.test(before);
  const isRough = ROUGH.test(before.slice(-30));
  const { unit, scale } = unitAround(before.slice(-6), after.slice(0, 24));
  const isTime = /^:00/.test(after);
  const role = isTime ? 'hour' : roleAfter(before.slice(-120));
  const sign = isMinus ? -1 : 1;
  return [
    {
      text: `${isMinus ? '-' : ''}${text}`,
      start,
      end: start + text.length,
      role: isQuantity(unit, role) ? 'value' : role,
      name: null,
      readings: readings(text, scale, isRough).map((reading) => ({
        ...reading,
        value: sign * reading.value,
      })),
      unit,
      isRough,
    },
  ];
}

/**
 * True if a number with a unit is a quantity: `line 3 MW` does not name a line, whereas `hour 3 h` may still name an
 * hour.
 */
const isQuantity = (unit: Unit | null, role: Role): boolean =>
  unit !== null && (unit !== 'h' || role === 'entity');

function toWords({ text, start }: Run, plain: string): Mention[] {
  const end = start + text.length;
  const after = plain.slice(end, end + 24);
  const value = wordsValue(text);
  if (value <= 12 && TALK.test(after)) return [];
  const { unit, scale } = unitAround('', after);
  const role = roleAfter(plain.slice(Math.max(0, start - 120), start));
  return [
    {
      text,
      start,
      end,
      role: isQuantity(unit, role) ? 'value' : role,
      name: null,
      readings: [{ value: value * scale, tolerance: 0.5 * scale }],
      unit,
      isRough: false,
    },
  ];
}

function blank(text: string, runs: readonly Run[]): string {
  let blanked = text;
  for (const { start, text: run } of runs) {
    blanked = blanked.slice(0, start) + '\u0001'.repeat(run.length) + blanked.slice(start + run.length);
  }
  return blanked;
}

const AND = String.raw`(?:[\s\d,;:\u2013\u2014/+-]|and|or|to|through|until|till|und|bis|oder|y|a|o|et|\u00e0|ou|ed?|al?|at\u00e9)*`;
const HOUR = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:hours?|hrs?|h|HE|t|Stunden?|horas?|heures?|or[ae]|periods?|intervals?)(?!\p{L})[\s.:=#_-]{0,3}(?:number\s)?${AND}$`,
  'iu',
);
const ENTITY = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:bus(?:es|bar)?|nodes?|lines?|branch(?:es)?|units?|generators?|gens?|plants?|areas?|zones?|contingenc(?:y|ies)|outages?|scenarios?|cases?|Knoten|Leitung(?:en)?|Kraftwerke?|Block|nodos?|barras?|l[i\u00ed]neas?|linhas?|lignes?|linee|linea|unidad(?:es)?|unidades?|unit\u00e9s?|unit\u00e0|generador(?:es)?|gerador(?:es)?|n\u0153uds?|noeuds?|nodi)(?!\p{L})[\s.:#_-]{0,3}(?:number\s|no\.?\s)?${AND}$`,
  'iu',
);

/** Role of a number (hour, element or value), read from the text before it in the sentence. */
export function roleAfter(before: string): Role {
  if (HOUR.test(before)) return 'hour';
  return ENTITY.test(before) ? 'entity' : 'value';
}

/** Comparable form of a name: `Bus 3`, `bus_3` and `BUS-3` become equal. */
export const squeeze = (name: string): string => name.toLowerCase().replace(/[\s_\-.#:]/g, '');

/** Replaces digits of other scripts by 0-9. */
export const plainDigits = (text: string): string =>
  text.replace(/[\p{Nd}\p{No}\p{Nl}]/gu, (character) =>
    /[0-9]/.test(character) ? character : toDigit(character),
  );

function toDigit(character: string): string {
  const compatible = character.normalize('NFKC').replaceAll('\u2044', '/');
  if (compatible !== character) return compatible;
  const code = character.codePointAt(0) ?? 0;
  // The ten digits of a script are consecutive, and 0 is the first.
  for (let value = 0; value < 10; value++) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) return String(value);
  }
  return character;
}
