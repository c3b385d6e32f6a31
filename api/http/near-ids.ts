/** The known ids that look most like a wrong one. */
const MAX_NEAR = 5;
/** Longer ids are compared by their beginning. */
const COMPARED = 40;

export function nearIds(wrong: string, known: readonly string[]): string[] {
  const wanted = wrong.toLowerCase().slice(0, COMPARED);
  return known
    .map((id) => ({ id, distance: distance(wanted, id.toLowerCase().slice(0, COMPARED)) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_NEAR)
    .map(({ id }) => id);
}

/** Insertions, deletions and replacements that make one text of the other (Levenshtein 1966). */
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
