/** Values that the cells of a table name as `<name>`, with a path into them or an offset. */
import { totpCode, totpStep } from '../../../api/accounts/two-factor-codes.ts';
import { PASSWORD } from '../callers/accounts.ts';
import { fromBase32 } from '../callers/two-factor.ts';

/** Not the named group of a regular expression. */
const PLACE = /(?<!\?)<(\w+)((?:\.\w+)*)([+-]\d+)?>/g;
const QUOTED = new RegExp(`"${PLACE.source}"`, 'g');
const OFFSETS = [-1, 0, 1];

export interface Known {
  /** What earlier answers said. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Number of the call within its row. */
  readonly turn: number;
  readonly now: Date;
}

/** A quoted value of another type loses its quotes. */
export function fillIn(text: string, known: Known): string {
  const lookUp = (name: string, path: string, offset = '0'): unknown => {
    const value = computed(name, Number(offset), known) ?? known.values.get(name);
    const found = path
      .split('.')
      .slice(1)
      .reduce((part, key) => Reflect.get(Object(part), key), value);
    if (found === undefined) throw new Error(`nobody has told <${name}${path}>`);
    return found;
  };
  return text
    .replaceAll(QUOTED, (_, name, path, offset) => JSON.stringify(lookUp(name, path, offset)))
    .replaceAll(PLACE, (_, name, path, offset) => String(lookUp(name, path, offset)));
}

/** `<x70>` is long text, `<now+60>` the time in a minute, `<code-1>` what the authenticator has just shown. */
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
