import type { Network, NetworkLine } from './network.ts';

/** The line at a position; RangeError when there is none. */
export function lineAt({ lines }: Network, position: number): NetworkLine {
  const line = lines[position];
  if (line === undefined) throw new RangeError(`no line at position ${position}`);
  return line;
}
