/** Patterns of JSON values in the tables of rules. */
import assert from 'node:assert/strict';

export type Keep = (name: string, value: unknown) => void;

const REGEXP = /^\/(.*)\/$/s;

/**
 * Compares a value with a pattern. A text `/.../` is a regular expression, whose named groups are kept; `?name` keeps
 * any value as `name`.
 */
export function match(pattern: unknown, actual: unknown, keep: Keep, place: string): void {
  if (typeof pattern === 'string') matchText(pattern, actual, keep, place);
  else if (Array.isArray(pattern)) {
    assert.ok(Array.isArray(actual), `${place} is no list: ${JSON.stringify(actual)}`);
    assert.equal(actual.length, pattern.length, `${place} has ${actual.length} items`);
    for (const [index, item] of pattern.entries()) match(item, actual[index], keep, `${place}.${index}`);
  } else if (typeof pattern === 'object' && pattern !== null) matchObject(pattern, actual, keep, place);
  else assert.deepEqual(actual, pattern, `${place} is ${JSON.stringify(actual)}, not ${pattern}`);
}

/**
 * Compares an object. It may have more fields than its pattern, unless `"="` lists the names of all fields, or `"=="`
 * is the exact value.
 */
function matchObject(pattern: object, actual: unknown, keep: Keep, place: string): void {
  assert.ok(typeof actual === 'object' && actual !== null, `${place} is ${JSON.stringify(actual)}`);
  for (const [key, value] of Object.entries(pattern)) {
    if (key === '=') assert.equal(Object.keys(actual).join(' '), value, `${place} has other fields`);
    else if (key === '==') assert.deepEqual(actual, value, `${place} is ${JSON.stringify(actual)}`);
    else match(value, Reflect.get(actual, key), keep, `${place}.${key}`);
  }
}

function matchText(pattern: string, actual: unknown, keep: Keep, place: string): void {
  if (pattern.startsWith('?')) {
    assert.notEqual(actual, undefined, `${place} is missing`);
    keep(pattern.slice(1), actual);
    return;
  }
  const [, source] = REGEXP.exec(pattern) ?? [];
  if (source === undefined) {
    assert.equal(actual, pattern, `${place} is ${JSON.stringify(actual)}, not ${pattern}`);
    return;
  }
  const matches = new RegExp(source, 's').exec(typeof actual === 'string' ? actual : '');
  assert.ok(matches, `${place} is ${JSON.stringify(actual)}, not ${pattern}`);
  for (const [name, value] of Object.entries(matches.groups ?? {})) keep(name, value);
}
