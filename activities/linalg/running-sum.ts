/** Turns counts, held one place late, into the position of the first entry of each column. */
export function runningSum(counts: Int32Array): void {
  let sum = 0;
  for (const [index, count] of counts.entries()) {
    sum += count;
    counts[index] = sum;
  }
}
