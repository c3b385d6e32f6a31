/** Series of one value: one array for each value, which thousands of elements share. */
export interface Constants {
  readonly numbers: (value: number) => readonly number[];
  readonly flags: (value: boolean) => readonly boolean[];
}

/** `length`: T. */
export const createConstants = (length: number): Constants => ({
  numbers: shared(length),
  flags: shared(length),
});

function shared<Value>(length: number): (value: Value) => readonly Value[] {
  const known = new Map<Value, readonly Value[]>();
  return (value) => {
    const found = known.get(value) ?? new Array<Value>(length).fill(value);
    known.set(value, found);
    return found;
  };
}
