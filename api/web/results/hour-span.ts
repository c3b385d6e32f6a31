/** Which hours of the horizon the panels of a result show; part of the address (pure). */
import type { Span } from '../charts/heat-cells.ts';

/** `12-19`, the first and the last hour, -> these hours; all of them where the text names none that are there. */
export function spanOf(text: string | undefined, hours: number): Span {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(text ?? '') ?? [];
  const [from, to] = [Number(first), Math.min(hours, Number(last) + 1)];
  return from < to ? { from, to } : { from: 0, to: hours };
}

/** As the address has it; undefined for the whole horizon. */
export const spanText = ({ from, to }: Span, hours: number): string | undefined =>
  to - from === hours ? undefined : `${from}-${to - 1}`;

/** From one hour to another, whichever comes first. */
export const between = (a: number, b: number): Span => ({ from: Math.min(a, b), to: Math.max(a, b) + 1 });

/** Half as many hours, around one of them. */
export function closer({ from, to }: Span, hour: number): Span {
  const count = Math.ceil((to - from) / 2);
  const first = Math.min(to - count, Math.max(from, hour - Math.floor(count / 2)));
  return { from: first, to: first + count };
}

/** The nearest hour that is shown. */
export const within = (hour: number, { from, to }: Span): number => Math.min(to - 1, Math.max(from, hour));

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The hour that a key leads to; undefined for a key that leads nowhere. */
export function hourAfter(key: string, hour: number, span: Span): number | undefined {
  if (key === 'Home') return span.from;
  if (key === 'End') return span.to - 1;
  const step = STEPS[key];
  return step && within(hour + step, span);
}
