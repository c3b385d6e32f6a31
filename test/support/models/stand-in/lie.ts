/** Makes an answer wrong in one of the ways that are typical of models; the question decides in which. */
import { createHash } from 'node:crypto';

export const LIES = ['change', 'swap', 'words', 'invent'] as const;
type Lie = (typeof LIES)[number];

/** Pattern of a number that is not part of a name such as G2. */
const NUMBER = /(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?![\w])/g;
const PLACE = /\b(bus|hour)(\s+)(\d+)\b/gi;
const FACTORS = [0.9, 0.97, 1.03, 1.1, 1.25];

export const lieOf = (question: string): Lie =>
  LIES[Math.floor(seededDraw(question)() * LIES.length)] ?? 'change';

export function lie(answer: string, question: string, kind: Lie = lieOf(question)): string {
  const draw = seededDraw(`figures ${question}`);
  if (kind === 'swap' && answer.search(PLACE) >= 0) return answer.replace(PLACE, swapPlace);
  if (kind === 'invent' || answer.search(NUMBER) < 0) return `${answer} ${invent(draw)}`;
  const write = kind === 'words' ? numberInWords : String;
  return keepPlaces(answer, (text) => text.replace(NUMBER, (figure) => write(distort(figure, draw))));
}

const swapPlace = (_: string, what: string, space: string, place: string): string =>
  `${what}${space}${Number(place) === 0 ? 1 : Number(place) - 1}`;

function invent(draw: () => number): string {
  const limit = Math.round(100 + 400 * draw());
  return `Line X${Math.round(90 + 9 * draw())} carried ${limit - 1}.5 MW of ${limit} MW in hour ${Math.floor(24 * draw())}.`;
}

/** A figure that differs, with as many decimals as the original, and at least one. */
function distort(figure: string, draw: () => number): number {
  const value = Number(figure.replaceAll(',', ''));
  const factor = FACTORS[Math.floor(draw() * FACTORS.length)] ?? 1.1;
  const decimals = Math.max(1, figure.split('.')[1]?.length ?? 0);
  const wrong = Number((value * factor).toFixed(decimals));
  return wrong === value ? value + 1 : wrong;
}

/** Applies `change` to everything but hours and buses: a wrong figure at the right place is the more typical error. */
function keepPlaces(answer: string, change: (text: string) => string): string {
  let from = 0;
  let changed = '';
  for (const match of answer.matchAll(PLACE)) {
    changed += change(answer.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return changed + change(answer.slice(from));
}

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: readonly (readonly [size: number, name: string])[] = [
  [1e6, 'million'],
  [1000, 'thousand'],
  [100, 'hundred'],
];

/** A number in English words; the decimals are spelt digit by digit. */
export function numberInWords(value: number): string {
  const [whole = '0', decimals = ''] = String(Math.abs(value)).split('.');
  const point = decimals && ` point ${[...decimals].map((digit) => SMALL[Number(digit)]).join(' ')}`;
  return `${value < 0 ? 'minus ' : ''}${wholeInWords(Number(whole))}${point}`;
}

function wholeInWords(value: number): string {
  const scale = SCALES.find(([size]) => value >= size);
  if (scale) {
    const [size, name] = scale;
    const rest = value % size;
    return `${wholeInWords(Math.floor(value / size))} ${name}${rest ? ` ${wholeInWords(rest)}` : ''}`;
  }
  if (value < 20) return SMALL[value] ?? '';
  const ones = value % 10;
  return `${TENS[Math.floor(value / 10)]}${ones ? `-${SMALL[ones]}` : ''}`;
}

const RANGE = 2 ** 32;

/** Numbers from 0 to 1, seeded by a text, so that the same question gets the same lie. */
export function seededDraw(seed: string): () => number {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(`${count}:${seed}`).digest().readUInt32BE() / RANGE;
  };
}
