/** A flow limit that a schedule breaks, and what to report of them. */
export interface FlowLimitViolation {
  /** Position in `Network.lines`. */
  line: number;
  /** Position in the contingencies given; null = normal operation. */
  contingency: number | null;
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
