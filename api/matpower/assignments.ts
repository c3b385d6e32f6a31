/** The assignments to fields of `mpc` in a MATPOWER file, piece by piece; everything else is passed over. */
import { MatpowerError } from './matpower-error.ts';

export interface Assignment {
  readonly field: string;
  /** 1-based. */
  readonly line: number;
  /** Of a scalar its text, of a matrix what stands on this line of it. */
  readonly text: string;
}

const SCALAR = /^\s*mpc\.(\w+)\s*=\s*([^[{'"\s][^;]*)/;
const OPENING = /^\s*mpc\.(\w+)\s*=\s*\[(.*)$/;

/** Throws `MatpowerError` for a matrix that is not closed. */
export function* assignments(text: string): Generator<Assignment> {
  let open: { readonly field: string; readonly since: number } | undefined;
  for (const [at, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = at + 1;
    const code = withoutComment(raw);
    const opening = open ? null : OPENING.exec(code);
    if (opening) open = { field: opening[1] ?? '', since: line };
    if (!open) {
      const [, field, value] = SCALAR.exec(code) ?? [];
      if (field !== undefined && value !== undefined) yield { field, line, text: value };
      continue;
    }
    const [inside = '', ...closed] = (opening?.[2] ?? code).split(']');
    yield { field: open.field, line, text: inside };
    if (closed.length > 0) open = undefined;
  }
  if (open) throw new MatpowerError(open.since, `mpc.${open.field} is not closed with ]`);
}

/** A comment ends the line; `%` inside quotes cannot occur in numeric matrices. */
const withoutComment = (line: string): string => {
  const at = line.indexOf('%');
  return at < 0 ? line : line.slice(0, at);
};
