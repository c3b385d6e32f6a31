/** What two lines have in common when they are parallel: the same key whichever end comes first. */
import type { ElementId } from './finding.ts';

export interface Ends {
  readonly from_bus: ElementId;
  readonly to_bus: ElementId;
}

export const ENDS = ['from_bus', 'to_bus'] as const;

/** Ids may hold any character, so the first is told with its length. */
export function busPair({ from_bus, to_bus }: Ends): string {
  const [a, b] = [String(from_bus), String(to_bus)];
  return a < b ? `${a.length}:${a}${b}` : `${b.length}:${b}${a}`;
}

export const isSelfLoop = ({ from_bus, to_bus }: Ends): boolean => String(from_bus) === String(to_bus);
