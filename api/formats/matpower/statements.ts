/**
 * Splits a MATPOWER case file, which is a MATLAB function, into statements: their tokens, and the text between brackets
 * row by row. Nothing is evaluated.
 */

/** A piece of the text between brackets, without comments. `goesOn`: true if its row continues on the next line. */
interface Piece {
  readonly line: number;
  readonly text: string;
  readonly goesOn: boolean;
}

interface Block {
  readonly kind: '[' | '{';
  readonly line: number;
  readonly pieces: Piece[];
}

/** Token of a statement: a word or a sign, a quoted text with its quotes, or a block. */
type Token = string | Block;

export interface Statement {
  /** Number of the line, from 1. */
  readonly line: number;
  readonly tokens: readonly Token[];
}

/** Pattern of a token, with the alternatives quoted text, continuation, comment, sign, word, unclosed quote. */
const TOKEN =
  /[ \t\f\v]*(?:('(?:[^']|'')*'|"(?:[^"]|"")*")|(\.\.\.)|([%#])|([[\]{}();,=])|([^\s[\]{}();,='"%#]+?(?=\.\.\.|[\s[\]{}();,='"%#]|$))|(['"]))/y;
/**
 * Pattern of the parts of a line between brackets that need treatment: quoted texts, continuations, brackets, comments.
 */
const IN_BLOCK = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\.\.\.|[[\]{}%#'"]/g;

/** Splits a file into statements. Throws `MatpowerError` with the line of an unclosed quote or bracket. */
export function* statements(text: string): Generator<Statement> {
  const lexer = new Lexer();
  for (const { line, raw } of linesOf(text)) yield* lexer.add(line, raw);
  yield* lexer.end();
}

class Lexer {
  #tokens: Token[] = [];
  #line = 1;
  /** The outermost open block. The next field: nesting depth. */
  #block: Block | undefined;
  #depth = 0;
  /** Lines at which the open block comments begin. */
  readonly #comments: number[] = [];

  *add(line: number, raw: string): Generator<Statement> {
    if (/^\s*[%#]\{\s*$/.test(raw)) this.#comments.push(line);
    else if (this.#comments.length > 0) {
      if (/^\s*[%#]\}\s*$/.test(raw)) this.#comments.pop();
    } else yield* this.#tokenize(line, raw);
  }

  *end(): Generator<Statement> {
    const [comment] = this.#comments;
    if (comment !== undefined)
      throw new MatpowerError(comment, 'the comment that %{ opens is not closed with %}');
    if (this.#block)
      throw new MatpowerError(
        this.#block.line,
        `${this.#named()} is not closed with ${CLOSING[this.#block.kind]}`,
      );
    yield* this.#finish();
  }

  /** Name of the variable to which the statement assigns, for messages. */
  #named(): string {
    const [first] = this.#tokens;
    return typeof first === 'string' ? first : 'a bracket';
  }

  *#finish(): Generator<Statement> {
    if (this.#tokens.length > 0) yield { line: this.#line, tokens: this.#tokens };
    this.#tokens = [];
  }

  *#tokenize(line: number, raw: string): Generator<Statement> {
    TOKEN.lastIndex = this.#block ? this.#inBlock(this.#block, line, raw, 0) : 0;
    for (let match = this.#next(raw); match; match = this.#next(raw)) {
      const [, quoted, continuation, , sign, word, quote] = match;
      if (continuation !== undefined) return;
      if (this.#tokens.length === 0) this.#line = line;
      if (sign === '[' || sign === '{') this.#open({ kind: sign, line, pieces: [] }, raw);
      else if (this.#isEnd(sign)) yield* this.#finish();
      else this.#tokens.push(quoted ?? sign ?? word ?? transpose(quote, line, raw));
    }
    if (!this.#block) yield* this.#finish();
  }

  /** Next token; null at the end of a line or a comment, and inside an open block. */
  #next(raw: string): RegExpExecArray | null {
    const match = this.#block ? null : TOKEN.exec(raw);
    return match?.[3] === undefined ? match : null;
  }

  #open(block: Block, raw: string): void {
    this.#tokens.push(block);
    this.#block = block;
    this.#depth = 1;
    TOKEN.lastIndex = this.#inBlock(block, block.line, raw, TOKEN.lastIndex);
  }

  /** True for a sign that separates statements, outside parentheses. */
  #isEnd(sign: string | undefined): boolean {
    const count = (paren: string) => this.#tokens.filter((token) => token === paren).length;
    return (sign === ';' || sign === ',') && count('(') <= count(')');
  }

  /** Position in the line at which the block ends, or the end of the line. */
  #inBlock(block: Block, line: number, raw: string, from: number): number {
    IN_BLOCK.lastIndex = from;
    for (let match = IN_BLOCK.exec(raw); match; match = IN_BLOCK.exec(raw)) {
      const [sign] = match;
      this.#depth += DEPTH.get(sign) ?? 0;
      const isCut = ['...', '%', '#'].includes(sign);
      if (isCut || this.#depth === 0)
        block.pieces.push({ line, text: raw.slice(from, match.index), goesOn: sign === '...' });
      if (isCut) return raw.length;
      if (sign === "'" || sign === '"') throw new MatpowerError(line, `the quote ${sign} is not closed`);
      if (this.#depth === 0) return this.#close(block, sign, line, match.index + 1);
    }
    block.pieces.push({ line, text: raw.slice(from), goesOn: false });
    return raw.length;
  }

  #close(block: Block, sign: string, line: number, end: number): number {
    if (sign !== CLOSING[block.kind])
      throw new MatpowerError(line, `${this.#named()} is closed with ${sign}`);
    this.#block = undefined;
    return end;
  }
}

const CLOSING = { '[': ']', '{': '}' } as const;
const DEPTH: ReadonlyMap<string, number> = new Map([
  ['[', 1],
  ['{', 1],
  [']', -1],
  ['}', -1],
]);

/** Refuses a single quote after a name or a bracket, because there it means the transpose. */
function transpose(quote: string | undefined, line: number, raw: string): string {
  if (/[\w)\]}.']/.test(raw[TOKEN.lastIndex - 2] ?? '')) return quote ?? '';
  throw new MatpowerError(line, `the quote ${quote ?? ''} is not closed`);
}

/** Rows of a matrix as text; a semicolon or the end of a line ends a row. */
export function* rowsOf({ pieces }: Block): Generator<{ readonly line: number; readonly text: string }> {
  let partial = '';
  for (const { line, text, goesOn } of pieces) {
    const parts = `${partial}${text}`.split(';');
    partial = goesOn ? `${parts.pop() ?? ''} ` : '';
    for (const part of parts) if (part.trim() !== '') yield { line, text: part };
  }
}

/** Texts of a cell array; undefined if the array contains anything else. */
export function textsOf({ pieces }: Block): string[] | undefined {
  const all = pieces.map(({ text }) => text).join(' ');
  const isPlain = all.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, '').replace(/[\s,;]/g, '') === '';
  const quoted = all.match(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g) ?? [];
  return isPlain ? quoted.map(unquoted) : undefined;
}

/** Text without its quotes; a doubled quote inside the text becomes a single quote. */
export const unquoted = (text: string): string => {
  const quote = text.slice(0, 1);
  return text.slice(1, -1).replaceAll(quote + quote, quote);
};

/** Maximum number of lines of a file. 100,000 buses take about 300,000 lines (14 MB); no known case has more. */
const MAX_LINES = 2_000_000;
const MAX_LINE_LENGTH = 1_000_000;

/** Lines of a text, which end with \n, \r\n or \r. */
function* linesOf(text: string): Generator<{ readonly line: number; readonly raw: string }> {
  const end = /\r\n|\n|\r|$/g;
  let line = 0;
  for (let start = 0; start < text.length; start = end.lastIndex) {
    const { index = text.length } = end.exec(text) ?? {};
    line += 1;
    if (index - start > MAX_LINE_LENGTH)
      throw new MatpowerError(line, `has more than ${MAX_LINE_LENGTH} characters`);
    if (line > MAX_LINES) throw new MatpowerError(line, `the file has more than ${MAX_LINES} lines`);
    yield { line, raw: text.slice(start, index) };
  }
}

/** Error in a MATPOWER case, with its line. */
export class MatpowerError extends Error {
  /** Number of the line, from 1. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(`Line ${line}: ${message}`);
    this.name = 'MatpowerError';
    this.line = line;
  }
}
