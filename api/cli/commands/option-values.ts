/** Parsers of option values. */
import { InvalidArgumentError } from 'commander';
import { isFormat } from '../terminal/screen.ts';

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < 0)
    throw new InvalidArgumentError('Should be a whole number.');
  return value;
}

/** Parses a number that is at least 0. */
export function amount(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('Should be a number of at least 0.');
  return value;
}

/** Parses `NAME=PRICE` and adds it to the prices of earlier options. */
export function priceOf(text: string, before: Readonly<Record<string, number>> = {}): Record<string, number> {
  const at = text.lastIndexOf('=');
  if (at <= 0) throw new InvalidArgumentError('Should be a name and a price, such as NG=4.5.');
  return { ...before, [text.slice(0, at)]: amount(text.slice(at + 1)) };
}

/** Parses `FIRST..LAST`; both ends are included. */
export function seedRange(text: string): { first: number; count: number } {
  const [, from, to] = /^(\d+)\.\.(\d+)$/.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (!(last >= first)) throw new InvalidArgumentError('Should be a range, such as 1..20.');
  return { first, count: last - first + 1 };
}

export function share(text: string): number {
  const value = Number(text.replace(/%$/, '')) / (text.endsWith('%') ? 100 : 1);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('Should be between 0 and 1, or a percentage.');
  return value;
}

/** Parses `-o FILE`, for a command whose format is set by another option. */
export function fileName(text: string): string {
  if (isFormat(text))
    throw new InvalidArgumentError(
      `-o names a file: use --format ${text}, or ./${text} for a file of that name.`,
    );
  return text;
}

/** Collects the values of a repeatable option. */
export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

/** Removes undefined fields, so that the server applies its defaults. */
export const withoutAbsent = <T extends object>(query: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
