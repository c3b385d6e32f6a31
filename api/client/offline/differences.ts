/** Where two JSON values are unlike. */
import { isObject } from './read-certificate.ts';

interface Difference {
  /** `checks.3.max_violation`; with a name for a place where the items have names: `checks.ramp.max_violation`. */
  readonly path: string;
  readonly one: string;
  readonly other: string;
}

export function differences(one: unknown, other: unknown, path = ''): Difference[] {
  if (Array.isArray(one) && Array.isArray(other))
    return differences(
      { length: one.length, ...named(one) },
      { length: other.length, ...named(other) },
      path,
    );
  if (!isObject(one) || !isObject(other))
    return Object.is(one, other) ? [] : [{ path, one: told(one), other: told(other) }];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) =>
    differences(one[key], other[key], path === '' ? key : `${path}.${key}`),
  );
}

const named = (items: readonly unknown[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(items.map((item, at) => [isObject(item) ? String(item['name'] ?? at) : at, item]));

const told = (value: unknown): string => JSON.stringify(value) ?? 'absent';
