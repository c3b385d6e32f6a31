/** Constant series. Elements with the same value share one array. */
export interface Constants {
  readonly numbers: (value: number) => readonly number[];
  readonly flags: (value: boolean) => readonly boolean[];
}

/** `length`: number of intervals, T. */
export const createConstants = (length: number): Constants => ({
  numbers: shared(length),
  flags: shared(length),
});

function shared<Value>(length: number): (value: Value) => readonly Value[] {
  const arrays = new Map<Value, readonly Value[]>();
  return (value) => {
    const array = arrays.get(value) ?? new Array<Value>(length).fill(value);
    arrays.set(value, array);
    return array;
  };
}
