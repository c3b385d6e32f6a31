/** A body in canonical names, and how to say a canonical path in the client's own names. */
export interface Canonical {
  readonly body: unknown;
  clientPath(loc: readonly (string | number)[]): readonly (string | number)[];
}
