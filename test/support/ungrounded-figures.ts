/**
 * The figures of a statement that its data do not hold, each as it stands there. A figure is held when the data
 * have a number that rounds to it. Names are taken out first: `bus_3` is no figure.
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
