/** Depth of a parsed JSON value, found without recursion: the value itself may be 10,000 levels deep. */

export function isNestedDeeper(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap(children);
  }
  return false;
}

/** Containers directly inside `value`. */
const children = (value: unknown): unknown[] =>
  isContainer(value) ? Object.values(value).filter(isContainer) : [];

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
