/** A number as solvers print it; null for none, for text such as `-`, and for what stands for infinity. */
export function numberIn(text: string | undefined): number | null {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && Math.abs(value) < INFINITY ? value : null;
}

const INFINITY = 1e20;
