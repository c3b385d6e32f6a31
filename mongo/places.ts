/** Numbered places of a user, which a unique index gives to one record only: so a limit stands however many are made at once. */

/** Any of the free ones, so that records made at once seldom want the same; undefined when all are taken. */
export function freePlace(taken: readonly { readonly place: number }[], most: number): number | undefined {
  const held = new Set(taken.map(({ place }) => place));
  const free = Array.from({ length: most }, (_, place) => place).filter((place) => !held.has(place));
  return free[Math.floor(Math.random() * free.length)];
}
