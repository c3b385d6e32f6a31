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
  let open: Assignment | undefined;
  for (const [at, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = at + 1;
    const code = withoutComment(raw);
    const piece: Assignment | null = open ? { field: open.field, line, text: code } : opened(code, line);
    if (!piece) {
      yield* scalar(code, line);
      continue;
    }
    open ??= piece;
    const [inside = '', ...closed] = piece.text.split(']');
    yield { ...piece, text: inside };
    if (closed.length > 0) open = undefined;
  }
  if (open) throw new MatpowerError(open.line, `mpc.${open.field} is not closed with ]`);
}

/** The beginning of a matrix, with what follows on its line. */
function opened(code: string, line: number): Assignment | null {
  const [, field, text] = OPENING.exec(code) ?? [];
  return field !== undefined && text !== undefined ? { field, line, text } : null;
}

function* scalar(code: string, line: number): Generator<Assignment> {
  const [, field, text] = SCALAR.exec(code) ?? [];
  if (field !== undefined && text !== undefined) yield { field, line, text };
}

/** A comment ends the line; `%` inside quotes cannot occur in numeric matrices. */
const withoutComment = (line: string): string => {
  const at = line.indexOf('%');
  return at < 0 ? line : line.slice(0, at);
};
