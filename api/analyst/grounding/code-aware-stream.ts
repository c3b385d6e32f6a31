/** A gate that lets fenced code through as it is: its figures are part of a program. */
import type { GroundedStream } from './ground.ts';

const FENCE = '```';
const FENCE_START = /`{1,2}$/;

export function codeAware(gate: GroundedStream): GroundedStream {
  let inCode = false;
  /** What may be the beginning of a fence. */
  let held = '';

  const take = (text: string): string => {
    if (!inCode) return gate.push(text);
    return gate.isHolding() ? '' : text;
  };
  const toggle = (): string => {
    const before = inCode ? '' : gate.flush();
    inCode = !inCode;
    return gate.isHolding() ? before : before + FENCE;
  };

  return {
    ...gate,
    push(fragment) {
      const [first = '', ...others] = (held + fragment).split(FENCE);
      const pieces = [first, ...others];
      const last = pieces.at(-1) ?? '';
      held = FENCE_START.exec(last)?.[0] ?? '';
      pieces[pieces.length - 1] = last.slice(0, last.length - held.length);
      return pieces.map((piece, i) => (i === 0 ? '' : toggle()) + take(piece)).join('');
    },
    end() {
      const last = take(held);
      const { rest, ...ended } = gate.end();
      return { ...ended, rest: last + rest };
    },
  };
}
