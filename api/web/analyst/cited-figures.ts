/** Pure. Splits an answer into text, code and figures, and links figures to the cells that they come from. */
import type { Citation } from './conversation.ts';

export type Piece =
  | { readonly kind: 'text' | 'code' | 'withheld'; readonly text: string }
  | { readonly kind: 'figure'; readonly text: string; readonly citation: Citation };

interface PlacedFigure {
  readonly start: number;
  readonly end: number;
  readonly citation: Citation;
}

/** Splits an answer into pieces, which together are the answer without its code fences. */
export function toPieces(answer: string, citations: readonly Citation[]): Piece[] {
  const figures = findFigures(answer, citations);
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end, citation } of figures) {
    pieces.push(...plainPieces(answer.slice(at, start)));
    pieces.push({ kind: 'figure', text: answer.slice(start, end), citation });
    at = end;
  }
  pieces.push(...plainPieces(answer.slice(at)));
  return pieces;
}

/**
 * Citations of an answer with their positions, in text order. Citations are in the order of the answer's sentences, so
 * each figure is searched for after the previous figure.
 */
function findFigures(answer: string, citations: readonly Citation[]): PlacedFigure[] {
  const figures: PlacedFigure[] = [];
  let cursor = 0;
  const programs = [...answer.matchAll(CODE)].map(({ index, 0: text }) => ({
    start: index,
    end: index + text.length,
  }));
  const isFree = (start: number): boolean =>
    ![...programs, ...figures].some((one) => one.start <= start && start < one.end);
  for (const citation of citations) {
    const text = citation.text.replace(/^-/, '');
    const places = placesOf(answer, text).filter(isFree);
    const place = places.find((one) => one >= cursor) ?? places[0];
    if (place === undefined) continue;
    const end = place + text.length;
    const isMinus = text !== citation.text && /[-\u2212]/.test(answer.charAt(place - 1));
    figures.push({ start: isMinus ? place - 1 : place, end, citation });
    cursor = Math.max(cursor, end);
  }
  return figures.sort((a, b) => a.start - b.start);
}

/** Positions at which a figure occurs as a whole word: `18`, but not within `L18` or `18.5`. */
function placesOf(answer: string, text: string): number[] {
  const pattern = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const whole = new RegExp(`(?<![\\p{L}\\d_]|\\d[.,-])${pattern}(?![\\d_]|[.,-]\\d)`, 'gu');
  return [...answer.matchAll(whole)].map(({ index }) => index);
}

const CODE = /```[\w-]*\n?([\s\S]*?)(?:```|$)/g;
const WITHHELD = /\[withheld: [^\]]*\]/g;

const plainPieces = (text: string): Piece[] =>
  split(text, CODE, 'code').flatMap((piece) =>
    piece.kind === 'text' ? split(piece.text, WITHHELD, 'withheld') : [piece],
  );

function split(text: string, pattern: RegExp, kind: 'code' | 'withheld'): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    pieces.push({ kind: 'text', text: text.slice(at, match.index) });
    pieces.push({ kind, text: match[1] ?? match[0] });
    at = match.index + match[0].length;
  }
  pieces.push({ kind: 'text', text: text.slice(at) });
  return pieces.filter((piece) => piece.text !== '');
}

type Source = NonNullable<Citation['source']>;

interface Place {
  readonly path: string;
  readonly query: Readonly<Record<string, string | number | undefined>>;
}

interface View {
  readonly view: string;
  /** Name of the query parameter that selects the element. */
  readonly element?: string;
  readonly query?: Place['query'];
}

/** Table of a result -> tab of the job page. */
const VIEWS: Partial<Readonly<Record<NonNullable<Source['table']>, View>>> = {
  lmp: { view: 'prices', element: 'bus' },
  dispatch: { view: 'commitment', element: 'unit' },
  renewables: { view: 'commitment' },
  commitment: { view: 'commitment', element: 'unit' },
  flows: { view: 'lines', element: 'line' },
  binding_constraints: { view: 'lines', element: 'line' },
  storage: { view: 'storage', element: 'storage' },
  reserves: { view: 'reserve' },
  emissions: { view: 'emissions' },
  costs: { view: 'summary' },
  certificate: { view: 'certificate' },
};

/** Number of hours per page in the number tables. */
const DAY = 24;

/** Address of the cell that a figure comes from; undefined for a figure that does not come from a job. */
export function cellOf({ source, path }: Pick<Citation, 'source' | 'path'>): Place | undefined {
  if (!source) return undefined;
  const job = `/jobs/${encodeURIComponent(source.job_id)}`;
  const target = source.table && VIEWS[source.table];
  if (!target) return { path: job, query: {} };
  const { element_id: element, hour } = source;
  return {
    path: job,
    query: {
      view: target.view,
      ...target.query,
      ...(target.view === 'prices' && { part: partOf(path) }),
      ...(target.element && element !== null && { [target.element]: element }),
      ...(element !== null && source.table !== 'binding_constraints' && { numbers: 'shown', find: element }),
      ...(hour !== null && { hour, from: Math.floor(hour / DAY) * DAY || undefined }),
    },
  };
}

/** Component of a price: energy, congestion or loss. */
const partOf = (path: string): string | undefined =>
  /(?:^|\.)(energy|congestion|loss)_usd_per_mwh$/.exec(path)?.[1];
