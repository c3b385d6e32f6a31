/** Every figure and every name with a digit in a sentence, in the order of the text. */

import type { Mention } from './mention.ts';
import { NUMBER_WORDS, TALK, wordsValue } from './number-words.ts';
import { NUMERAL, readings } from './numeral.ts';
import { plainDigits } from './plain-digits.ts';
import { roleAfter } from './role.ts';
import { squeeze } from './squeeze.ts';
import { unitAround } from './units.ts';

/** Runs of letters and digits together: `bus_3`, `N-1`, `40MW`, an id. */
const MIXED = /(?<![\p{L}\d_])(?=[\p{L}\d_.-]*\p{L})(?=[\p{L}_.-]*\d)[\p{L}\d_]+(?:[-.][\p{L}\d_]+)*/gu;
const NUMBER = new RegExp(String.raw`(?<![\d.,])${NUMERAL}`, 'gu');
const WITH_UNIT = new RegExp(
  `^(${NUMERAL})-?(?:k|m|bn|mio|mw|mwh|gw|gwh|kw|kwh|mva|h|hr|hrs|hours?|usd|x|st|nd|rd|th|percent|day|days|bus|unit|line|node|min)?$`,
  'iu',
);
const HOUR_NAME = /^(?:h|he|t|hour)[_-]?(\d{1,4})$/i;
const ROUGH =
  /(?:about|approximately|approx\.?|roughly|around|nearly|almost|some|circa|ca\.?|etwa|rund|ungef\u00e4hr|unos|aproximadamente|environ|circa|cerca de|~|\u2248)\s?(?:US\s?\$|\$)?$/i;
/** Terms of the field that have a digit in them. */
const TERMS = new Set(['n1', 'n2', 'n11', 'co2', 'h2', 'n0']);
const LIST_MARKER = /(?:^|\n)\s*$/;

export function findMentions(text: string): Mention[] {
  const plain = plainDigits(text);
  const mixed = [...plain.matchAll(MIXED)].map(toRun);
  const names = mixed.flatMap((run) => toName(run, plain));
  const taken = blank(
    plain,
    mixed.filter((run) => names.some(({ start }) => start === run.start)),
  );
  const numbers = [...taken.matchAll(NUMBER)].map(toRun).flatMap((run) => toNumber(run, plain));
  const words = [...plain.matchAll(NUMBER_WORDS)].map(toRun).flatMap((run) => toWords(run, plain));
  return [...names, ...numbers, ...words].sort((a, b) => a.start - b.start);
}

interface Run {
  readonly text: string;
  readonly start: number;
}

const toRun = (match: RegExpMatchArray): Run => ({ text: match[0], start: match.index ?? 0 });

/** Nothing for a number with its unit, which is read as a number. */
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
  if (LIST_MARKER.test(before) && /^[.)]\s/.test(after) && /^\d{1,2}$/.test(text)) return [];
  // The minutes of a time of day: its hour is the number before.
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
      role: unit !== null && unit !== 'h' ? 'value' : role,
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
      role,
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
