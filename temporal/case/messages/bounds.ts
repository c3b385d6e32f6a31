/** Bounds of all names and numbers in requests. Older stored data are exempt. */

/** Longest name, id or other text without a bound of its own, characters. */
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

/** Message if a quantity of an element exceeds its bound, as the result of multiplying by a factor can; else null. */
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
