/** Figures of a statement that none of the numbers in its data is, but for digits inside of names. */
export function untracedFigures({ statement, data }: { statement: string; data: object }): string[] {
  const known = new Set(numbersIn(data).flatMap((value) => [value, Math.abs(value)]));
  const said = statement.match(/(?<![\w.])\d+(?:\.\d+)?(?![\w])/g) ?? [];
  return said.filter((figure) => !known.has(Number(figure)));
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}
