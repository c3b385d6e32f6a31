/**
 * Import report: the reason why a file cannot be imported, or lists of the content that was kept, changed or dropped.
 */
import { array, number, object, string } from 'yup';
import type { NetworkBody } from '../../../temporal/case/network-body.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';

/**
 * Severities of a note. `info`: the schedules that are feasible, and their costs, stay the same; `warning`: the problem
 * changes.
 */
const IMPORT_SEVERITIES = ['info', 'warning'] as const;
export type ImportSeverity = (typeof IMPORT_SEVERITIES)[number];

interface ReportEntry {
  readonly severity: ImportSeverity;
  readonly code: string;
  readonly message: string;
  /** Number of places in the file to which the entry applies. */
  readonly count: number;
  /** The first places, as JSON Pointers (RFC 6901). */
  readonly paths: string[];
}

export interface ImportReport {
  readonly kept: ReportEntry[];
  readonly changed: ReportEntry[];
  readonly dropped: ReportEntry[];
}

/** Keys and positions from the root of a file. */
export type Place = readonly (string | number)[];
type Note = (severity: ImportSeverity, code: string, message: string, path: Place) => void;

export interface ReportBuilder {
  keep(code: string, message: string, count?: number): void;
  /** Notes a change. Notes with equal code and message become one entry. */
  readonly change: Note;
  readonly drop: Note;
  report(): ImportReport;
}

type NoteHere = (severity: ImportSeverity, code: string, message: string, ...deeper: Place) => void;

/** Notes about one part of a file. */
export interface Notes {
  readonly change: NoteHere;
  readonly drop: NoteHere;
}

export const notesAt = ({ change, drop }: ReportBuilder, ...place: Place): Notes => ({
  change: (severity, code, message, ...deeper) => change(severity, code, message, [...place, ...deeper]),
  drop: (severity, code, message, ...deeper) => drop(severity, code, message, [...place, ...deeper]),
});

/** Maximum number of places per entry: a file of 2,000 units must not produce a report of 2,000 lines. */
const MAX_PATHS = 10;
/** Maximum number of entries of a report: a file of a wrong format must not produce thousands of messages. */
const MAX_ENTRIES = 200;
const MORE = 'More of the kind';

export function createReport(): ReportBuilder {
  const keptEntries: ReportEntry[] = [];
  const changed = createNotes();
  const dropped = createNotes();
  return {
    keep(code, message, count = 1) {
      if (count > 0) keptEntries.push({ severity: 'info', code, message, count, paths: [] });
    },
    change: changed.note,
    drop: dropped.note,
    report: () => ({ kept: keptEntries, changed: changed.entries(), dropped: dropped.entries() }),
  };
}

function createNotes() {
  const notes = new Map<string, ReportEntry & { count: number }>();
  const note: Note = (severity, code, message, path) => {
    const entryKey = `${severity} ${code} ${message}`;
    const isFull = notes.size >= MAX_ENTRIES && !notes.has(entryKey);
    const key = isFull ? `${severity} ${code}` : entryKey;
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

/** Error in a file, with its place. */
export class ImportError extends Error {
  readonly path: Place;

  constructor(path: Place, message: string) {
    super(message);
    this.name = 'ImportError';
    this.path = path;
  }
}

/** Longest horizon that a reader expands by default, h. */
export const HOURS_PER_YEAR = 8784;

/** Refuses a horizon that is too long, before series are expanded over it. */
export function checkHorizon(periods: number, maxHorizon: number, path: Place, periodsName = 'hours'): void {
  if (Number.isInteger(periods) && periods >= 1 && periods <= maxHorizon) return;
  throw new ImportError(path, `Should be 1 to ${maxHorizon} whole ${periodsName}`);
}

/** Maximum number of items of any list of a payload. */
const MAX_ITEMS = 20_000;

/** Refuses a list that grows too long while it is read: a short file can describe a long list. */
export function checkCount(items: readonly unknown[], path: Place, limit = MAX_ITEMS): void {
  if (items.length > limit) throw new ImportError(path, `Has more than ${limit} items`);
}

/** Result of every reader of a public format. */
export interface Imported {
  readonly payload: SolvePayload;
  readonly jobType: JobType;
  readonly report: ImportReport;
}

/** Result of every reader of networks. */
export interface ImportedNetwork {
  readonly network: NetworkBody;
  readonly report: ImportReport;
}

/** Result of every writer of a public format. */
export interface Exported {
  /** Content of the file, to be written as JSON. */
  readonly file: object;
  /** Report whose places refer to the payload. */
  readonly report: ImportReport;
}

const entries = (description: string) =>
  array(
    object({
      severity: string().oneOf(IMPORT_SEVERITIES).required().meta({
        description: 'info: the same schedules are feasible at the same cost; warning: the problem differs',
      }),
      code: string().required(),
      message: string().required(),
      count: number().integer().min(1).required(),
      paths: array(string().defined()).required().meta({ description: 'The first places, as JSON Pointers' }),
    }),
  )
    .required()
    .meta({ description });

/** The report as clients see it. */
export const importReportSchema = object({
  kept: entries('Carried over'),
  changed: entries('Converted or approximated'),
  dropped: entries('Not carried over'),
});
