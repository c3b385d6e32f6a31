/** A RAW file of PSS/E -> its case data and sections, which follow each other in a fixed order and end with a line `0`. */
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

/** In the order of the file; a line `0 / END OF ..., BEGIN ... DATA` also names the next one. */
const ORDER = [
  ['SYSTEM-WIDE', /SYSTEM-?WIDE/],
  ['BUS', /^BUS/],
  ['LOAD', /^LOAD/],
  ['FIXED SHUNT', /^FIXED.*SHUNT/],
  ['GENERATOR', /^GENERATOR/],
  ['BRANCH', /BRANCH/],
  ['SYSTEM SWITCHING DEVICE', /SWITCHING DEVICE/],
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
/** Sections that later revisions have only. */
const SINCE_34: readonly SectionName[] = ['SYSTEM-WIDE', 'SYSTEM SWITCHING DEVICE', 'SUBSTATION'];
/** A file that ends before the end of this one was cut off. */
const LAST_NEEDED: SectionName = 'TWO-TERMINAL DC';

export interface RawCase {
  readonly revision: Revision;
  readonly baseMva: number;
  readonly frequencyHz: number;
  readonly title: string;
  readonly sections: ReadonlyMap<SectionName, readonly DataLine[]>;
  record(section: SectionName, line: DataLine, kind: RecordKind): RawRecord;
  /** The records of a section that has one on each line. */
  records(section: SectionName, kind: RecordKind): RawRecord[];
}

const HEADER = ['IC', 'SBASE', 'REV', 'XFRRAT', 'NXFRAT', 'BASFRQ'];
const FREQUENCY_HZ = 60;
const TITLE_LINES = 2;
const MAX_LINE = 100_000;
const MAX_LINES = 2_000_000;
/** Characters behind `BEGIN` that may name a section. */
const LONGEST_NAME = 100;

/** Throws `ImportError` with section, line and column. */
export function readSections(text: string, report: ReportBuilder): RawCase {
  const lines = linesOf(text);
  const head = readHead(lines, report);
  const book = new SectionBook(head.revision);
  for (const { line, text: raw } of lines) {
    if (!book.add(line, raw)) break;
  }
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
  /** Undefined behind the last. */
  #section: SectionName | undefined;
  #data: DataLine[] = [];
  #line = 1;
  #hasEnded = false;

  constructor(revision: Revision) {
    this.#order = orderOf(revision);
    this.#section = this.#order[0];
  }

  /** False at the end of the file. */
  add(line: number, raw: string): boolean {
    const fields = fieldsOf(raw);
    const [first = '', ...others] = fields;
    const isAlone = fields.length === 1;
    this.#line = line;
    if (this.#section === 'SYSTEM-WIDE' && others.length > 0 && /^\d+$/.test(first)) this.#section = 'BUS';
    if (isAlone && first.toUpperCase() === 'Q') {
      this.#end();
      this.#hasEnded = true;
    } else if (isAlone && first === '0') {
      this.#end();
      this.#section = sectionAfter(this.#section, raw, this.#order);
    } else if (fields.length > 0) {
      if (!this.#section) throw rawError('END', line, '1', 'Should be Q, all sections have ended');
      this.#data.push({ line, fields });
    }
    return !this.#hasEnded;
  }

  #end(): void {
    if (this.#section) this.#sections.set(this.#section, this.#data);
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

/** What the line says begins, else what follows; undefined behind the last. Substations have sections of their own. */
function sectionAfter(
  section: SectionName | undefined,
  raw: string,
  order: readonly SectionName[],
): SectionName | undefined {
  if (section === 'SUBSTATION') return section;
  const said = namedIn(raw.toUpperCase());
  const named = ORDER.find(([, pattern]) => said !== '' && pattern.test(said))?.[0];
  return named ?? order[order.indexOf(section ?? 'SUBSTATION') + 1];
}

/** `0 / END OF BUS DATA, BEGIN LOAD DATA` -> `LOAD`. */
function namedIn(line: string): string {
  const at = line.indexOf('BEGIN');
  if (at < 0) return '';
  const [name = ''] = line.slice(at + 'BEGIN'.length, at + LONGEST_NAME).split('DATA');
  return name.trim();
}

function readHead(lines: ReturnType<typeof linesOf>, report: ReportBuilder) {
  const first = lines.next().value;
  if (!first) throw rawError('CASE', 1, 'IC', 'The file is empty');
  const head = new RawRecord(report, 'CASE', { line: first.line, fields: fieldsOf(first.text) }, HEADER);
  if (head.integer('IC', 0) !== 0) head.refuse('IC', 'Should be 0, changes to another case are not read');
  const baseMva = head.number('SBASE', 100);
  if (baseMva <= 0) head.refuse('SBASE', `Should be more than 0, not ${baseMva}`);
  const given = Math.trunc(head.number('REV', 0));
  const revision = REVISIONS.find((rev) => rev === given);
  if (revision === undefined) return head.refuse('REV', `Should be ${REVISIONS.join(', ')}, not ${given}`);
  const titles = Array.from({ length: TITLE_LINES }, () => lines.next().value?.text.trim() ?? '');
  const frequencyHz = head.number('BASFRQ', FREQUENCY_HZ) || FREQUENCY_HZ;
  if (frequencyHz < 0) head.refuse('BASFRQ', 'Should be more than 0');
  return { revision, baseMva, frequencyHz, title: titles.filter((title) => title !== '').join(' ') };
}

/** Lines with content but those of comments (`@!`); the two titles may be empty. */
function* linesOf(text: string): Generator<{ readonly line: number; readonly text: string }, void> {
  let line = 0;
  let given = 0;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    line += 1;
    if (end - start > MAX_LINE) throw rawError('FILE', line, '1', `Has more than ${MAX_LINE} characters`);
    if (line > MAX_LINES) throw rawError('FILE', line, '1', `The file has more than ${MAX_LINES} lines`);
    const content = text.slice(start, end).replace(/\r$/, '');
    start = end + 1;
    if (/^\s*@!/.test(content)) continue;
    given += 1;
    if (content.trim() !== '' || given <= 1 + TITLE_LINES) yield { line, text: content };
  }
}

/** Text in quotes, a bare word, a comma, or the `/` before a comment. */
const PIECE = /\s*(?:'([^']*)'?|"([^"]*)"?|([^\s,'"/]+)|(,)|(\/))/y;

/** Fields of a line, which commas or blanks separate; '' between two commas. */
function fieldsOf(line: string): string[] {
  const fields: string[] = [];
  let isOpen = true;
  PIECE.lastIndex = 0;
  for (let found = PIECE.exec(line); found; found = PIECE.exec(line)) {
    const [, single, double, bare, comma, comment] = found;
    if (comment !== undefined) break;
    if (comma === undefined) fields.push((single ?? double ?? bare ?? '').trim());
    else if (isOpen) fields.push('');
    isOpen = comma !== undefined;
  }
  return fields;
}
