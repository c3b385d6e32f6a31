/** What messages call an element: by its id or, where it has none, by its place in the request. */
import type { ElementId } from './finding.ts';

type List = 'lines' | 'generators';
const NOUNS: Readonly<Record<List, string>> = { lines: 'Line', generators: 'Generator' };

export const nameOf = (list: List, id: ElementId | null | undefined, place: number): string =>
  id === undefined || id === null ? `${list}[${place}]` : `${NOUNS[list]} ${id}`;
