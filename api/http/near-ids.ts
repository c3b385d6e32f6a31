/** Suggestions for a wrong id: the most similar known ids. */
const MAX_NEAR = 5;
/** Number of leading characters that are compared. */
const COMPARED = 40;

export function nearIds(wrong: string, ids: readonly string[]): string[] {
  const wrongStart = wrong.toLowerCase().slice(0, COMPARED);
  return ids
    .map((id) => ({ id, distance: distance(wrongStart, id.toLowerCase().slice(0, COMPARED)) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_NEAR)
    .map(({ id }) => id);
}

/** Levenshtein distance (1966): least number of insertions, deletions and replacements. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
