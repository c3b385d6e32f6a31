/** From what is typed after options to what is sent. */
import { InvalidArgumentError } from 'commander';

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < 0)
    throw new InvalidArgumentError('Should be a whole number.');
  return value;
}

export function share(text: string): number {
  const value = Number(text.replace(/%$/, '')) / (text.endsWith('%') ? 100 : 1);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('Should be between 0 and 1, or a percentage.');
  return value;
}

/** For options that may be given more than once. */
export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

/** What was not asked for is not sent. */
export const withoutAbsent = <T extends object>(query: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
