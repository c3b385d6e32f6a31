/**
 * Finds figures of a statement, as written, that are not in its data. A figure is in the data if a number there rounds
 * to it. Names are removed first: `bus_3` is not a figure.
 */
export function ungroundedFigures(statement: string, data: object): string[] {
  const names: string[] = [];
  const numbers: number[] = [];
  collect(data, names, numbers);
  const isName = (text: string): boolean =>
    statement.includes(text) && /\d/.test(text) && !text.includes(': ');
  const labels = [...new Set(names)].filter(isName).sort((a, b) => b.length - a.length);
  const bare = labels.reduce(
    (text, name) => text.replaceAll(new RegExp(`(?<![\\w.-])${escaped(name)}(?![\\w-])`, 'g'), ''),
    statement,
  );
  return [...bare.matchAll(/-?\d+(?:\.\d+)?/g)]
    .map(([text]) => text)
    .filter((text) => !isHeld(text, numbers));
}

function collect(value: unknown, names: string[], numbers: number[]): void {
  if (typeof value === 'string') names.push(value);
  else if (typeof value === 'number') numbers.push(value);
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) collect(inner, names, numbers);
  }
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function isHeld(text: string, numbers: readonly number[]): boolean {
  const digits = text.split('.')[1]?.length ?? 0;
  const width = 0.5 * 10 ** -digits + 1e-6;
  return numbers.some((number) => Math.abs(number - Number(text)) <= width);
}

/** Finds figures of an answer that no citation supports. This check shares no code with the gate that it tests. */
interface Cited {
  readonly text: string;
  readonly value: number;
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const FIGURE = /(?<![\p{L}\d_.,-])\d+(?:,\d{3})*(?:\.\d+)?(?![\p{L}_]*\d)/gu;

export function uncitedFigures(answer: string, citations: readonly Cited[], question: string): string[] {
  const questionFigures: readonly string[] = question.match(/\d+(?:\.\d+)?/g) ?? [];
  const elementNumbers = new Set(
    answer.match(/\b(?:[a-z]+_|[A-Z]+|bus )\d+\b/g)?.map((name) => name.replace(/\D+/g, '')),
  );
  return [...answer.replaceAll(ID, '').matchAll(FIGURE)]
    .map(([figure]) => figure)
    .filter((figure) => !questionFigures.includes(figure) && !elementNumbers.has(figure))
    .filter((figure) => !citations.some((citation) => bears(figure, citation)));
}

/** True if the cited value, rounded to the digits of the figure, equals the figure. */
function bears(figure: string, { text, value }: Cited): boolean {
  const digits = figure.replaceAll(',', '');
  const decimals = (digits.split('.')[1] ?? '').length;
  const step = 10 ** -decimals;
  return text.includes(figure) && Math.abs(Math.abs(value) - Number(digits)) <= step / 2 + 1e-6;
}
