/** The value of an hour or position; NaN when it is missing, and NaN fails every check. */
export const at = (values: ArrayLike<number>, position: number): number => values[position] ?? Number.NaN;
