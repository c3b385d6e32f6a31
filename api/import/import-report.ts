/** What became of everything that a file says: kept, changed on the way, or dropped. */

/** `info`: every schedule costs the same as before; `warning`: the problem is another one. */
export const IMPORT_SEVERITIES = ['info', 'warning'] as const;
export type ImportSeverity = (typeof IMPORT_SEVERITIES)[number];

export interface ReportEntry {
  readonly severity: ImportSeverity;
  readonly code: string;
  readonly message: string;
  /** Places in the file that this is about. */
  readonly count: number;
  /** The first of them, as JSON Pointers (RFC 6901). */
  readonly paths: string[];
}

export interface ImportReport {
  readonly kept: ReportEntry[];
  readonly changed: ReportEntry[];
  readonly dropped: ReportEntry[];
}

export type Place = readonly (string | number)[];
type Note = (severity: ImportSeverity, code: string, message: string, path: Place) => void;

export interface ReportBuilder {
  keep(code: string, message: string, count?: number): void;
  /** Notes with one code and message become one entry. */
  readonly change: Note;
  readonly drop: Note;
  report(): ImportReport;
}

/** A file of 2,000 units must not become a report of 2,000 lines. */
const MAX_PATHS = 10;
/** Nor does anybody read more messages, of a file whose fields all have other names. */
const MAX_ENTRIES = 200;
const MORE = 'More of the kind';

export function createReport(): ReportBuilder {
  const kept: ReportEntry[] = [];
  const changed = createNotes();
  const dropped = createNotes();
  return {
    keep(code, message, count = 1) {
      if (count > 0) kept.push({ severity: 'info', code, message, count, paths: [] });
    },
    change: changed.note,
    drop: dropped.note,
    report: () => ({ kept, changed: changed.entries(), dropped: dropped.entries() }),
  };
}

function createNotes() {
  const notes = new Map<string, ReportEntry & { count: number }>();
  const note: Note = (severity, code, message, path) => {
    const own = `${severity} ${code} ${message}`;
    const isFull = notes.size >= MAX_ENTRIES && !notes.has(own);
    const key = isFull ? `${severity} ${code}` : own;
    const words = isFull ? MORE : message;
    const entry = notes.get(key) ?? { severity, code, message: words, count: 0, paths: [] };
    entry.count += 1;
    if (entry.paths.length < MAX_PATHS) entry.paths.push(toPointer(path));
    notes.set(key, entry);
  };
  return { note, entries: (): ReportEntry[] => [...notes.values()] };
}

const toPointer = (path: Place): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
