/** Selects the violations of flow limits that become rows: the largest relative to their limits, a few per line and per hour. */

/** A flow limit that a schedule breaks. */
export interface FlowLimitViolation {
  /** Position in `Network.lines`. */
  line: number;
  /** Position in the given contingencies; null = normal operation. */
  contingency: number | null;
  /** Hour of the case. */
  hour: number;
  /** MW, positive from `from` to `to`. */
  flow: number;
  /** Rating or emergency rating, MW, without the overflow. */
  limit: number;
  /** The violated side: 1 = flow above limit, -1 = flow below -limit. */
  direction: 1 | -1;
  /** |flow| - limit - overflow, MW. */
  excess: number;
}

export interface ScreeningOptions {
  /** Hour of the case of the first injections: limits differ by hour. */
  firstHour: number;
  /** Least excess that counts, MW. */
  tolerance: number;
  /** Most violations returned per line and hour. */
  perLine: number;
  /** Most violations returned per hour. */
  perHour: number;
  /** True if the model has the row already; such rows are skipped. */
  known(line: number, contingency: number | null, hour: number, direction: 1 | -1): boolean;
  /** Overload of a soft limit in the current solution, MW. */
  overflow(line: number, hour: number): number;
}

export type LargestViolations = ReturnType<typeof largestViolations>;

/** Keeps the largest violations offered; the selection does not depend on the order of the offers. */
export function largestViolations({ perLine, perHour, known }: ScreeningOptions) {
  const hours = new Map<number, Map<number, FlowLimitViolation[]>>();
  return {
    offer(violation: FlowLimitViolation): void {
      const { line, contingency, hour, direction } = violation;
      const lines = hours.get(hour) ?? new Map<number, FlowLimitViolation[]>();
      hours.set(hour, lines);
      const largest = lines.get(line) ?? [];
      lines.set(line, largest);
      const last = largest[perLine - 1];
      if (last && largestFirst(last, violation) <= 0) return;
      if (known(line, contingency, hour, direction)) return;
      largest.push(violation);
      largest.sort(largestFirst);
      if (largest.length > perLine) largest.pop();
    },
    /** The violations kept, by hour, then largest first. */
    chosen(): FlowLimitViolation[] {
      const byHour = [...hours].sort(([a], [b]) => a - b);
      return byHour.flatMap(([, lines]) => [...lines.values()].flat().sort(largestFirst).slice(0, perHour));
    },
  };
}

function largestFirst(a: FlowLimitViolation, b: FlowLimitViolation): number {
  const bySize = b.excess / b.limit - a.excess / a.limit;
  return bySize || a.line - b.line || (a.contingency ?? -1) - (b.contingency ?? -1);
}
