/**
 * Splits a RAW file of PSS/E into case data and sections. The order of sections is fixed, and each ends with a line
 * `0`.
 */
import type { ReportBuilder } from '../base/report.ts';
import {
  columnsOf,
  type DataLine,
  RawRecord,
  REVISIONS,
  type RecordKind,
  type Revision,
  rawError,
} from './records.ts';

/**
 * Sections in the order of the file. A line `0 / END OF ..., BEGIN ... DATA` also names the section that comes after
 * it.
 */
const ORDER = [
  ['SYSTEM-WIDE', /SYSTEM-?WIDE/],
  ['BUS', /^BUS/],
  ['LOAD', /^LOAD/],
  ['FIXED SHUNT', /^FIXED.*SHUNT/],
  ['GENERATOR', /^GENERATOR/],
  ['BRANCH', /BRANCH/],
  ['SYSTEM SWITCHING DEVICE', /^(?!SUBSTATION).*SWITCHING DEVICE/],
  ['TRANSFORMER', /^TRANSFORMER(?!.*(?:IMPEDANCE|CORRECTION))/],
  ['AREA', /^AREA/],
  ['TWO-TERMINAL DC', /TWO-TERMINAL/],
  ['VSC DC LINE', /VSC|VOLTAGE SOURCE/],
  ['IMPEDANCE CORRECTION', /CORRECTION/],
  ['MULTI-TERMINAL DC', /MULTI-TERMINAL/],
  ['MULTI-SECTION LINE', /MULTI-SECTION/],
  ['ZONE', /^ZONE/],
  ['INTER-AREA TRANSFER', /INTER-?AREA/],
  ['OWNER', /^OWNER/],
  ['FACTS DEVICE', /FACTS/],
  ['SWITCHED SHUNT', /SWITCHED SHUNT/],
  ['GNE DEVICE', /^GNE/],
  ['INDUCTION MACHINE', /INDUCTION/],
  ['SUBSTATION', /SUBSTATION/],
] as const;
export type SectionName = (typeof ORDER)[number][0];
/** Sections that are not in all revisions of the format: they were added in revision 34. */
const SINCE_34: readonly SectionName[] = ['SYSTEM-WIDE', 'SYSTEM SWITCHING DEVICE', 'SUBSTATION'];
/** Last required section: a file that ends before it is truncated. */
const LAST_NEEDED: SectionName = 'TWO-TERMINAL DC';

export interface RawCase {
  readonly revision: Revision;
  readonly baseMva: number;
  readonly frequencyHz: number;
  readonly title: string;
  readonly sections: ReadonlyMap<SectionName, readonly DataLine[]>;
  record(section: SectionName, line: DataLine, kind: RecordKind): RawRecord;
  /** Records of a section, one per line. */
  records(section: SectionName, kind: RecordKind): RawRecord[];
}

const HEADER = ['IC', 'SBASE', 'REV', 'XFRRAT', 'NXFRAT', 'BASFRQ'];
const FREQUENCY_HZ = 60;
const TITLE_LINES = 2;
/**
 * Pattern of the first line of the data: a bus record, the end of a section, or the settings that come before the buses
 * since revision 34.
 */
const DATA =
  /^\s*(?:\d+\s*(?:['"]|,\s*['",]|,[^,]*,[^,]*,)|0\s*\/|Q\s*$|(?:GENERAL|GAUSS|NEWTON|ADJUST|TYSL|SOLVER|RATING)\s*,)/i;
const MAX_LINE = 100_000;
const MAX_LINES = 2_000_000;
/** Maximum number of characters after `BEGIN` in which a section name is searched for. */
const LONGEST_NAME = 100;

/** Splits a file. Throws `ImportError` with section, line and column. */
export function readSections(text: string, report: ReportBuilder): RawCase {
  const lines = linesOf(text.replace(/\r\n?/g, '\n'));
  const head = readHead(lines, report);
  const book = new SectionBook(head.revision);
  for (const { line, text: raw } of lines)
    if (!book.add(line, raw))
      report.drop('warning', 'behind_end', 'Lines after the end of the file (Q)', ['END', line, '1']);
  const sections = book.closed();
  const columns = columnsOf(head.revision);
  const record: RawCase['record'] = (section, line, kind) =>
    new RawRecord(report, section, line, columns[kind]);
  return {
    ...head,
    sections,
    record,
    records: (section, kind) => (sections.get(section) ?? []).map((line) => record(section, line, kind)),
  };
}

class SectionBook {
  readonly #order: readonly SectionName[];
  readonly #sections = new Map<SectionName, DataLine[]>();
  /** The section being read; undefined after the last one. */
  #section: SectionName | undefined;
  #data: DataLine[] = [];
  #line = 1;
  #hasEnded = false;

  constructor(revision: Revision) {
    this.#order = orderOf(revision);
    this.#section = this.#order[0];
  }

  /** Adds a line. Returns false at the end of the file. */
  add(line: number, raw: string): boolean {
    if (this.#hasEnded) return false;
    const fields = fieldsOf(raw, this.#section ?? 'END', line);
    const [first = '', ...others] = fields;
    const isAlone = fields.length === 1;
    this.#line = line;
    if (this.#section === 'SYSTEM-WIDE' && others.length > 0 && /^\d+$/.test(first)) this.#section = 'BUS';
    if (isAlone && first.toUpperCase() === 'Q') {
      this.#end(line, raw);
      this.#hasEnded = true;
    } else if (isAlone && first === '0') {
      this.#end(line, raw);
      this.#section = sectionAfter(this.#section, raw, this.#order);
    } else if (fields.length > 0) {
      if (!this.#section) throw rawError('END', line, '1', 'Should be Q, all sections have ended');
      this.#data.push({ line, fields });
    }
    return true;
  }

  #end(line: number, raw: string): void {
    const ended = sectionNamed(raw, 'END OF');
    if (this.#section && ended && ended !== this.#section)
      throw rawError(this.#section, line, '1', `Ends ${ended}, which has not begun`);
    if (this.#section && this.#sections.has(this.#section) && this.#section !== 'SUBSTATION')
      throw rawError(this.#section, line, '1', 'This section appears twice');
    if (this.#section)
      this.#sections.set(this.#section, [...(this.#sections.get(this.#section) ?? []), ...this.#data]);
    this.#data = [];
  }

  closed(): ReadonlyMap<SectionName, readonly DataLine[]> {
    const isWhole = this.#hasEnded || (this.#sections.has(LAST_NEEDED) && this.#data.length === 0);
    if (isWhole) return this.#sections;
    const words = 'The file ends before the line 0 that ends this section';
    throw rawError(this.#section ?? 'END', this.#line, '1', words);
  }
}

const orderOf = (revision: Revision): SectionName[] =>
  ORDER.map(([name]) => name).filter((name) => revision >= 34 || !SINCE_34.includes(name));

/**
 * The section after this line: the section that the line names, else the next in order; undefined after the last
 * section. SUBSTATION, which has subsections, continues to the end of the file.
 */
function sectionAfter(
  section: SectionName | undefined,
  raw: string,
  order: readonly SectionName[],
): SectionName | undefined {
  if (section === 'SUBSTATION') return section;
  return sectionNamed(raw, 'BEGIN') ?? order[order.indexOf(section ?? 'SUBSTATION') + 1];
}

/**
 * Name of a section in a line: `0 / END OF BUS DATA, BEGIN LOAD DATA`, `BEGIN` -> `LOAD`; undefined if the line names
 * no section.
 */
function sectionNamed(raw: string, word: 'BEGIN' | 'END OF'): SectionName | undefined {
  const line = raw.toUpperCase();
  const at = line.indexOf(word);
  if (at < 0) return undefined;
  const [name = ''] = line.slice(at + word.length, at + LONGEST_NAME).split('DATA');
  return ORDER.find(([, pattern]) => name.trim() !== '' && pattern.test(name.trim()))?.[0];
}

function readHead(lines: ReturnType<typeof linesOf>, report: ReportBuilder) {
  const first = lines.next().value;
  if (!first) throw rawError('CASE', 1, 'IC', 'The file is empty');
  const head = new RawRecord(
    report,
    'CASE',
    { line: first.line, fields: fieldsOf(first.text, 'CASE', first.line) },
    HEADER,
  );
  if (head.integer('IC', 0) !== 0) head.refuse('IC', 'Should be 0, changes to another case are not read');
  const baseMva = head.number('SBASE', 100);
  if (baseMva <= 0) head.refuse('SBASE', `Should be more than 0, not ${baseMva}`);
  const statedRevision = Math.trunc(head.number('REV', 0));
  const revision = REVISIONS.find((rev) => rev === statedRevision);
  if (revision === undefined)
    return head.refuse('REV', `Should be ${REVISIONS.join(', ')}, not ${statedRevision}`);
  const titles = Array.from({ length: TITLE_LINES }, () => {
    const { line, text = '' } = lines.next().value ?? {};
    if (line !== undefined && DATA.test(text))
      throw rawError('CASE', line, '1', 'Lines 2 and 3 should be titles, but this is a record of data');
    return text.trim();
  });
  const frequencyHz = head.number('BASFRQ', FREQUENCY_HZ) || FREQUENCY_HZ;
  if (frequencyHz < 0) head.refuse('BASFRQ', 'Should be more than 0');
  return { revision, baseMva, frequencyHz, title: titles.filter((title) => title !== '').join(' ') };
}

/** Lines of the file without comments (`@!`) and empty lines; the two title lines may be empty. */
function* linesOf(text: string): Generator<{ readonly line: number; readonly text: string }, void> {
  let line = 0;
  let count = 0;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    line += 1;
    if (end - start > MAX_LINE) throw rawError('FILE', line, '1', `Has more than ${MAX_LINE} characters`);
    if (line > MAX_LINES) throw rawError('FILE', line, '1', `The file has more than ${MAX_LINES} lines`);
    const content = text.slice(start, end);
    start = end + 1;
    if (/^\s*@!/.test(content)) continue;
    count += 1;
    if (content.trim() !== '' || count <= 1 + TITLE_LINES) yield { line, text: content };
  }
}

/** Pattern of a piece of a line: an unquoted word, a comma, the `/` before a comment, or an opening quote. */
const PIECE = /\s*(?:([^\s,'"/][^\s,/]*)|(,)|(\/)|(['"]))/y;
/** Pattern of the text that may follow a closing quote: end of line, comma, comment, or blanks and another field. */
const CLOSED = /\s*$|\s*[,/]|\s+[\d+\-.'"]/y;

/**
 * Fields of a line, separated by commas or blanks; '' for nothing between two commas. Throws `ImportError` for an
 * unclosed quote.
 */
function fieldsOf(line: string, section: string, number: number): string[] {
  const fields: string[] = [];
  let isOpen = true;
  PIECE.lastIndex = 0;
  for (let match = PIECE.exec(line); match; match = PIECE.exec(line)) {
    const [, bare, comma, comment, quote] = match;
    if (comment !== undefined) break;
    if (comma === undefined) {
      const text = quote === undefined ? unquotedText(bare ?? '') : quotedText(line, quote);
      fields.push(text ?? refuseQuote(section, number, fields.length));
    } else if (isOpen) fields.push('');
    isOpen = comma !== undefined;
  }
  return fields;
}

function refuseQuote(section: string, line: number, fields: number): never {
  throw rawError(section, line, String(fields + 1), 'A quote is not closed, or stands inside a word');
}

const unquotedText = (word: string): string | undefined => (/['"]/.test(word) ? undefined : word);

/** Quoted text that begins at the current position, which moves to the end of the closing quote. */
function quotedText(line: string, quote: string): string | undefined {
  const from = PIECE.lastIndex;
  const end = closingQuote(line, from, quote);
  if (end === undefined) return undefined;
  PIECE.lastIndex = end + 1;
  return line
    .slice(from, end)
    .replaceAll(quote + quote, quote)
    .trim();
}

/**
 * Position of the closing quote. A doubled quote, or a quote without a separator after it, belongs to the text.
 * Undefined for an unclosed text: a quote after a separator opens another text.
 */
function closingQuote(line: string, from: number, quote: string): number | undefined {
  for (let at = line.indexOf(quote, from); at >= 0; at = line.indexOf(quote, at + 1)) {
    CLOSED.lastIndex = at + 1;
    const isClosed = CLOSED.test(line);
    if (!isClosed && line[at + 1] === quote) at += 1;
    else if (isClosed) return at;
    else if (/,\s*$/.test(line.slice(from, at))) return undefined;
  }
  return undefined;
}
