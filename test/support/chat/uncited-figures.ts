/** Figures of an answer that no citation bears out; it shares no code with the gate that is tested by it. */
interface Cited {
  readonly text: string;
  readonly value: number;
}

const FIGURE = /(?<![\p{L}\d_.,-])\d+(?:,\d{3})*(?:\.\d+)?(?![\p{L}_]*\d)/gu;

export function uncitedFigures(answer: string, citations: readonly Cited[], question: string): string[] {
  const asked: readonly string[] = question.match(/\d+(?:\.\d+)?/g) ?? [];
  const named = new Set(answer.match(/\b(?:[a-z]+_|[A-Z]+)\d+\b/g)?.map((name) => name.replace(/\D+/g, '')));
  return [...answer.matchAll(FIGURE)]
    .map(([figure]) => figure)
    .filter((figure) => !asked.includes(figure) && !named.has(figure))
    .filter((figure) => !citations.some((citation) => bears(figure, citation)));
}

/** The value, rounded to the digits of the figure, is the figure. */
function bears(figure: string, { text, value }: Cited): boolean {
  const digits = figure.replaceAll(',', '');
  const decimals = (digits.split('.')[1] ?? '').length;
  const step = 10 ** -decimals;
  return text.includes(figure) && Math.abs(Math.abs(value) - Number(digits)) <= step / 2 + 1e-6;
}
