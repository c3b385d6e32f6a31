/** Excesses for names that the payload does not know: infinite when a record has one, else nothing. */
export function* unknownKeys(record: object | undefined, known: Iterable<string>): Iterable<number> {
  const names = new Set(known);
  for (const key of Object.keys(record ?? {})) if (!names.has(key)) yield Number.POSITIVE_INFINITY;
}
