/** Numerals as people write them: 1,234.5 and 1.234,5 and 1'234.5 and 1.2e5. */
import type { Reading } from './mention.ts';

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
