/** Bounds of all names and numbers in requests. Data stored before these bounds are exempt. */

/** Longest text without a bound of its own, such as a name or id, characters. */
export const LONGEST_NAME = 200;
/** Largest quantity: far above any quantity of a grid, and far below 1e20, which solvers treat as infinite. */
export const LARGEST_QUANTITY = 1e12;

interface OutOfBounds {
  readonly path: readonly (string | number)[];
  /** The text or number that exceeds its bound. */
  readonly value: unknown;
}

/** The first name or number that exceeds its bound, at any depth. `largest`: bound of numbers. */
export function outOfBounds(
  value: unknown,
  largest = LARGEST_QUANTITY,
  path: OutOfBounds['path'] = [],
): OutOfBounds | undefined {
  if (typeof value === 'number') return Math.abs(value) > largest ? { path, value } : undefined;
  if (typeof value === 'string') return value.length > LONGEST_NAME ? { path, value } : undefined;
  if (Array.isArray(value)) return firstOf(value.entries(), largest, path);
  return typeof value === 'object' && value !== null
    ? firstOf(Object.entries(value), largest, path)
    : undefined;
}

/**
 * Message if a quantity of an element exceeds its bound, which can happen when it is multiplied by a factor; else null.
 */
export function tooLarge(element: object): string | null {
  const wrong = outOfBounds(element);
  if (typeof wrong?.value !== 'number') return null;
  return `${wrong.path.join('.')} should be between -${LARGEST_QUANTITY} and ${LARGEST_QUANTITY}`;
}

function firstOf(
  parts: Iterable<readonly [string | number, unknown]>,
  largest: number,
  path: OutOfBounds['path'],
): OutOfBounds | undefined {
  for (const [name, part] of parts) {
    if (typeof name === 'number' && typeof part === 'number' && Math.abs(part) <= largest) continue;
    const isLong = typeof name === 'string' && name.length > LONGEST_NAME;
    if (isLong) return { path: [...path, name.slice(0, LONGEST_NAME)], value: name };
    const wrong = outOfBounds(part, largest, [...path, name]);
    if (wrong) return wrong;
  }
  return undefined;
}
