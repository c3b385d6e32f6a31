/** The assignments to fields of `mpc` in a MATPOWER file, piece by piece; everything else is passed over. */
interface Assignment {
  readonly field: string;
  /** 1-based. */
  readonly line: number;
  /** The text of a scalar, or what stands on this line of a matrix. */
  readonly text: string;
}

const SCALAR = /^\s*mpc\.(\w+)\s*=\s*([^[{'"\s][^;]*)/;
const OPENING = /^\s*mpc\.(\w+)\s*=\s*\[(.*)$/;

/** Throws `MatpowerError` for a matrix that is not closed. */
export function* assignments(text: string): Generator<Assignment> {
  let open: Assignment | undefined;
  for (const { line, raw } of linesOf(text)) {
    const code = withoutComment(raw);
    const piece: Assignment | null = open ? { field: open.field, line, text: code } : opened(code, line);
    if (!piece) {
      yield* scalar(code, line);
      continue;
    }
    open ??= piece;
    const end = piece.text.indexOf(']');
    yield end < 0 ? piece : { ...piece, text: piece.text.slice(0, end) };
    if (end >= 0) open = undefined;
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

/** No known case has as many: 100,000 buses take some 14 MB in 300,000 lines. */
const MAX_LINES = 2_000_000;
const MAX_LINE_LENGTH = 1_000_000;
const [FEED, RETURN] = [0x0a, 0x0d];

/** Lines end with \n, \r\n or \r. */
function* linesOf(text: string): Generator<{ readonly line: number; readonly raw: string }> {
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const end = endOfLine(text, start);
    line += 1;
    if (end - start > MAX_LINE_LENGTH)
      throw new MatpowerError(line, `has more than ${MAX_LINE_LENGTH} characters`);
    if (line > MAX_LINES) throw new MatpowerError(line, `the file has more than ${MAX_LINES} lines`);
    yield { line, raw: text.slice(start, end) };
    const isPair = text.charCodeAt(end) === RETURN && text.charCodeAt(end + 1) === FEED;
    start = end + (isPair ? 2 : 1);
  }
}

/** Looks no further than a line may be long. */
function endOfLine(text: string, start: number): number {
  const last = Math.min(text.length, start + MAX_LINE_LENGTH + 1);
  for (let at = start; at < last; at += 1) {
    const code = text.charCodeAt(at);
    if (code === FEED || code === RETURN) return at;
  }
  return last;
}

/** Says why a file is no MATPOWER case, and where. */
export class MatpowerError extends Error {
  /** 1-based. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(`Line ${line}: ${message}`);
    this.name = 'MatpowerError';
    this.line = line;
  }
}
