/**
 * Selects the violations of flow limits that become rows of a model: those that are largest relative to their limits, a
 * few per line and per hour.
 */

/** A flow limit that a schedule breaks. */
export interface FlowLimitViolation {
  /** Position of the line in `Network.lines`. */
  line: number;
  /** Position of the contingency in the given list; null without an outage. */
  contingency: number | null;
  /** Hour of the case. */
  hour: number;
  /** Flow, MW, positive from `from` to `to`. */
  flow: number;
  /** Rating, or emergency rating after a contingency, MW, without overflow. */
  limit: number;
  /** Side of the violation: 1 if the flow is above limit, -1 if it is below -limit. */
  direction: 1 | -1;
  /** Excess, MW: |flow| - limit - overflow. */
  excess: number;
}

export interface ScreeningOptions {
  /** Hour of the case to which the first injections belong; limits differ by hour. */
  firstHour: number;
  /** Least excess that counts as a violation, MW. */
  tolerance: number;
  /** Maximum number of violations that are returned per line and hour. */
  perLine: number;
  /** Maximum number of violations that are returned per hour. */
  perHour: number;
  /** True if the model already has the row of this limit; such violations are skipped. */
  known(line: number, contingency: number | null, hour: number, direction: 1 | -1): boolean;
  /** Overflow of a soft limit in the current solution, MW. */
  overflow(line: number, hour: number): number;
}

export type LargestViolations = ReturnType<typeof largestViolations>;

/** Collects violations and keeps the largest. The selection does not depend on the order in which they are offered. */
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
    /** The violations that were kept, by hour, then the largest first. */
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
