/** What checks find, and how they name the elements of a network. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const ELEMENT_TYPES = ['network', 'bus', 'line', 'generator'] as const;
export type ElementType = (typeof ELEMENT_TYPES)[number];

/** Ids are compared as strings and told as they were sent. */
export type ElementId = string | number;

/** A finding as programs read it; people read its message in the plain lists. */
export interface Finding {
  /** For example `DUPLICATE_ID`. */
  readonly code: string;
  readonly severity: Severity;
  readonly element_type: ElementType;
  readonly element_id: ElementId;
  readonly message: string;
}

export const messagesOf = (findings: readonly Finding[], ...severities: Severity[]): string[] =>
  findings.filter(({ severity }) => severities.includes(severity)).map(({ message }) => message);

type List = 'lines' | 'generators';
const NOUNS: Readonly<Record<List, string>> = { lines: 'Line', generators: 'Generator' };

/** What messages call an element: by its id or, where it has none, by its place in the request. */
export const nameOf = (list: List, id: ElementId | null | undefined, place: number): string =>
  id === undefined || id === null ? `${list}[${place}]` : `${NOUNS[list]} ${id}`;
