/** Composes an answer from results of tools: from their statements, or from sentences about their records. */
import { readQuestion } from './read-question.ts';
import type { ModelConversation } from './read-request.ts';

/** Maximum number of sentences per result. */
const MOST_SENTENCES = 3;

/**
 * Answer to a question. `fromRecords`: uses sentences about the records of the hour in question, if there are any, else
 * the statement of the tool.
 */
export function tell({ results, question }: ModelConversation, fromRecords: boolean): string {
  if (results.length === 0) return 'I have no result to answer from.';
  const { hour } = readQuestion(question);
  return results.map(({ text }) => tellOne(text, fromRecords, hour)).join(' ');
}

function tellOne(text: string, fromRecords: boolean, hour: number | undefined): string {
  const { statement, error, data } = readResult(text);
  if (typeof error === 'string') return error;
  const isOwn = fromRecords && hour !== undefined;
  const sentences = isOwn ? ofHour(recordSentences(data), hour).slice(0, MOST_SENTENCES).join(' ') : '';
  return sentences || (typeof statement === 'string' ? statement : text);
}

/** Sentences about an hour; all sentences if none of them is about it. */
function ofHour(sentences: readonly string[], hour: number | undefined): readonly string[] {
  const chosen = sentences.filter((sentence) => new RegExp(`\\bhour ${hour}\\b`).test(sentence));
  return chosen.length > 0 ? chosen : sentences;
}

interface FoundParts {
  readonly statement?: unknown;
  readonly error?: unknown;
  readonly data?: unknown;
}

/** The JSON in a result, however it is wrapped. */
function readResult(text: string): FoundParts {
  try {
    const value: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** End of a key -> unit; the longest match counts. */
const UNITS: readonly (readonly [suffix: string, unit: string])[] = [
  ['_usd_per_mwh', '$/MWh'],
  ['_mwh', 'MWh'],
  ['_usd', '$'],
  ['_pct', '%'],
  ['_mw', 'MW'],
];

/** Longest name, characters. */
const LONGEST = 40;
/** Labels that are the same in all records, so sentences omit them. */
const ABOUT_ALL: readonly string[] = ['scenario_id', 'job_id'];

/** Sentences made from the records of a result: "For bus 3 in hour 18: price 21.5 $/MWh." */
export function recordSentences(data: unknown): string[] {
  if (Array.isArray(data)) return data.flatMap(recordSentences);
  if (typeof data !== 'object' || data === null) return [];
  const fields = Object.entries(data);
  const figures = fields.filter(([key, value]) => typeof value === 'number' && key !== 'hour');
  const inner = fields
    .filter(([, value]) => typeof value === 'object')
    .flatMap(([, value]) => recordSentences(value));
  const labels = labelsOf(fields);
  if (figures.length === 0 || labels === '') return inner;
  return [`For ${labels}: ${figures.map(figure).join(', ')}.`, ...inner];
}

function labelsOf(fields: readonly (readonly [string, unknown])[]): string {
  const names = fields
    .filter(([key, value]) => typeof value === 'string' && value.length < LONGEST && !ABOUT_ALL.includes(key))
    .map(([key, value]) => (String(value).startsWith(key) ? `${value}` : `${words(key)} ${value}`));
  const hour = fields.find(([key, value]) => key === 'hour' && typeof value === 'number')?.[1];
  return [...names, ...(hour === undefined ? [] : [`hour ${hour}`])].join(', ');
}

function figure([key, value]: readonly [string, unknown]): string {
  const [suffix, unit] = UNITS.find(([end]) => key.endsWith(end)) ?? ['', ''];
  return `${words(key.slice(0, key.length - suffix.length))} ${value}${unit && ` ${unit}`}`;
}

const words = (key: string): string => key.replace(/_id$/, '').replaceAll('_', ' ');
