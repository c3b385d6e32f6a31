/** Numbers by the hour: read as people type and paste them, scaled and shifted (pure). */

/** Numbers with commas, spaces, tabs or line ends between them: a column or a row of a spreadsheet. Undefined for others. */
export function numbersIn(text: string): number[] | undefined {
  if (text.trim() === '') return undefined;
  const values = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .split(/ ?[,;] ?| /)
    .map((part) => (part === '' ? Number.NaN : Number(part)));
  return values.every(Number.isFinite) ? values : undefined;
}

/** Times `factor`, and `later` by that many hours; what leaves at the end comes in at the beginning. */
export function shaped(values: readonly number[], factor: number, later: number): number[] {
  const { length } = values;
  return values.map((_, hour) => {
    const from = (((hour - later) % length) + length) % length;
    return Number(((values[from] ?? 0) * factor).toFixed(6));
  });
}
