/** Numerals as people write them: 1,234.5 and 1.234,5 and 1'234.5 and 1.2e5. */
import type { Reading } from './mentions.ts';

/** Without its sign. */
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

/** The digits with `.` for the decimal point. */
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
const trailingZeros = (digits: string): number => (/0*$/.exec(digits)?.[0] ?? '').length;

/**
 * Numbers spelled out in English, German, Spanish, French, Italian and Portuguese. Words that mean something
 * else in another of these languages (`once`, `sei`, `neuf`) are left out, and so is `one`.
 */
const WORDS: Readonly<Record<string, string>> = {
  2: 'two zwei dos deux due dois duas',
  3: 'three drei tres trois tre tr\u00eas',
  4: 'four vier cuatro quatre quattro quatro',
  5: 'five f\u00fcnf cinco cinq cinque',
  6: 'six sechs seis',
  7: 'seven sieben siete sept sette sete',
  8: 'eight acht ocho huit otto oito',
  9: 'nine neun nueve nove',
  10: 'ten zehn diez dix dieci dez',
  11: 'eleven elf onze undici',
  12: 'twelve zw\u00f6lf doce douze dodici doze',
  13: 'thirteen dreizehn trece treize tredici treze',
  14: 'fourteen vierzehn catorce quatorze quattordici catorze',
  15: 'fifteen f\u00fcnfzehn quince quinze quindici',
  16: 'sixteen sechzehn diecis\u00e9is seize sedici dezesseis',
  17: 'seventeen siebzehn diecisiete diciassette dezessete',
  18: 'eighteen achtzehn dieciocho diciotto dezoito',
  19: 'nineteen neunzehn diecinueve diciannove dezenove',
  20: 'twenty zwanzig veinte vingt venti vinte',
  30: 'thirty drei\u00dfig treinta trente trenta trinta',
  40: 'forty vierzig cuarenta quarante quaranta quarenta',
  50: 'fifty f\u00fcnfzig cincuenta cinquante cinquanta cinquenta',
  60: 'sixty sechzig sesenta soixante sessanta sessenta',
  70: 'seventy siebzig setenta settanta',
  80: 'eighty achtzig ochenta ottanta oitenta',
  90: 'ninety neunzig noventa novanta',
  100: 'hundred hundert cien ciento cento',
  1000: 'thousand tausend',
  1000000: 'million millionen millones milioni milh\u00f5es',
};

const VALUES = new Map(
  Object.entries(WORDS).flatMap(([value, words]) =>
    words.split(' ').map((word) => [word, Number(value)] as const),
  ),
);
const ATOM = [...VALUES.keys()].sort((a, b) => b.length - a.length).join('|');
/** `twenty-four`, `vierundzwanzig`, `veinte y cuatro`, `two hundred and six`; not the unit of `0.4 million` or `por ciento`. */
export const NUMBER_WORDS = new RegExp(
  String.raw`(?<![\p{L}\d]|\d[\s\u00a0-]|\bp[eo]r\s)(?:${ATOM})(?:(?:[\s-]|\s?und\s?|\s(?:and|y|e|et)\s)?(?:${ATOM}))*(?![\p{L}\d])`,
  'giu',
);
/** Words after which a small number counts thoughts and not things of the grid. */
export const TALK =
  /^\s(?:main\s|key\s|possible\s)?(?:reasons?|factors?|points?|things?|ways?|steps?|options?|parts?|sides?|questions?|effects?|of\b)/i;

/** Value of spelled-out words, as their parts add and multiply up. */
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
