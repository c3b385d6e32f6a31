/** The violations of flow limits worth a row: the largest relative to their limits, a few per line and per hour. */

/** A flow limit that a schedule breaks. */
export interface FlowLimitViolation {
  /** Position in `Network.lines`. */
  line: number;
  /** Position in the contingencies given; null = normal operation. */
  contingency: number | null;
  /** Hour of the case. */
  hour: number;
  /** MW, positive from `from` to `to`. */
  flow: number;
  /** Rating or emergency rating, MW, without the overflow. */
  limit: number;
  /** The side broken: 1 = flow above limit, -1 = flow below -limit. */
  direction: 1 | -1;
  /** |flow| - limit - overflow, MW. */
  excess: number;
}

export interface ScreeningOptions {
  /** Hour of the case that the first injections are of: limits differ by hour. */
  firstHour: number;
  /** Least excess that counts, MW. */
  tolerance: number;
  /** Most violations returned per line and hour. */
  perLine: number;
  /** Most violations returned per hour. */
  perHour: number;
  /** Whether the row is in the model already; such rows are skipped. */
  known(line: number, contingency: number | null, hour: number, direction: 1 | -1): boolean;
  /** Flow above the limit that a soft limit allows already, MW. */
  overflow(line: number, hour: number): number;
}

export type LargestViolations = ReturnType<typeof largestViolations>;

/** The kept set does not depend on the order of the offers. */
export function largestViolations({ perLine, perHour, known }: ScreeningOptions) {
  const hours = new Map<number, Map<number, FlowLimitViolation[]>>();
  return {
    offer(violation: FlowLimitViolation): void {
      const { line, contingency, hour, direction } = violation;
      const lines = hours.get(hour) ?? new Map<number, FlowLimitViolation[]>();
      hours.set(hour, lines);
      const kept = lines.get(line) ?? [];
      lines.set(line, kept);
      const last = kept[perLine - 1];
      if (last && largestFirst(last, violation) <= 0) return;
      if (known(line, contingency, hour, direction)) return;
      kept.push(violation);
      kept.sort(largestFirst);
      if (kept.length > perLine) kept.pop();
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
