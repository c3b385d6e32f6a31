/** Which lines the loss of others may matter to: those with the steepest distribution factors come first. */

export interface OutageReach {
  /** Lines lost, each once. */
  readonly lost: readonly number[];
  /** For each of them, flow on each monitored line per MW that flowed on it; shape [lost][monitored]. */
  readonly columns: readonly Float64Array[];
  /** Largest |factor| of each of them. */
  readonly steepest: readonly number[];
  /** Monitored lines with a factor of at least FLAT, steepest first, and that factor. */
  readonly order: Int32Array;
  readonly steepness: Float64Array;
}

/** Lines with smaller factors are not in order: few screenings ask for them. */
export const FLAT = 0.01;

export function outageReach(lost: readonly number[], columns: readonly Float64Array[]): OutageReach {
  const steepness = new Float64Array(columns[0]?.length ?? 0);
  for (const column of columns) {
    for (let index = 0; index < column.length; index++) {
      const size = Math.abs(column[index] ?? 0);
      if (size > (steepness[index] ?? 0)) steepness[index] = size;
    }
  }
  const order = Int32Array.from(steepness.keys())
    .filter((index) => (steepness[index] ?? 0) >= FLAT)
    .sort((a, b) => (steepness[b] ?? 0) - (steepness[a] ?? 0));
  return {
    lost,
    columns,
    steepest: columns.map((column) => column.reduce((most, lodf) => Math.max(most, Math.abs(lodf)), 0)),
    order,
    steepness: Float64Array.from(order, (index) => steepness[index] ?? 0),
  };
}
