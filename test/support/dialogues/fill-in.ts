/**
 * Replaces `<name>` in the cells of a table by a value. The name may be followed by a path into the value, or by an
 * offset.
 */
import { totpCode, totpStep } from '../../../api/accounts/two-factor-codes.ts';
import { PASSWORD } from '../callers/accounts.ts';
import { fromBase32 } from '../callers/two-factor.ts';

/** Pattern of a place to fill in, which is not the named group of a regular expression. */
const PLACE = /(?<!\?)<(\w+)((?:\.\w+)*)([+-]\d+)?>/g;
const QUOTED = new RegExp(`"${PLACE.source}"`, 'g');
const OFFSETS = [-1, 0, 1];

export interface Known {
  /** Values of earlier answers. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Number of the call within its row. */
  readonly turn: number;
  readonly now: Date;
}

/** Fills in the values. If a quoted value is not a text, its quotes are removed. */
export function fillIn(text: string, context: Known): string {
  const lookUp = (name: string, path: string, offset = '0'): unknown => {
    const value = computed(name, Number(offset), context) ?? context.values.get(name);
    const field = path
      .split('.')
      .slice(1)
      .reduce((part, key) => Reflect.get(Object(part), key), value);
    if (field === undefined) throw new Error(`nobody has told <${name}${path}>`);
    return field;
  };
  return text
    .replaceAll(QUOTED, (_, name, path, offset) => JSON.stringify(lookUp(name, path, offset)))
    .replaceAll(PLACE, (_, name, path, offset) => String(lookUp(name, path, offset)));
}

/**
 * Value that is computed: `<x70>` is a text of 70 characters, `<now+60>` the time in a minute, `<code-1>` the previous
 * code of the authenticator.
 */
function computed(name: string, offset: number, { turn, now, values }: Known): string | undefined {
  const [, length] = /^x(\d+)$/.exec(name) ?? [];
  if (length) return 'x'.repeat(Number(length));
  if (name === 'turn') return String(turn);
  if (name === 'password') return PASSWORD;
  if (name === 'now') return new Date(now.getTime() + offset * 1000).toISOString();
  const codeAt = (steps: number) => totpCode(fromBase32(String(values.get('secret'))), totpStep(now) + steps);
  if (name === 'code') return codeAt(offset);
  if (name === 'wrong')
    return ['000000', '111111', '222222', '333333'].find((code) => !OFFSETS.map(codeAt).includes(code));
  return undefined;
}
