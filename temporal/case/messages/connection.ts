/** A new connection to a network: what is asked of it, and what a run with it assumes. */

export const CONNECTION_KINDS = ['load', 'generation'] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** A connection in a run of the model builder. */
export interface Connection {
  readonly bus: number;
  readonly kind: ConnectionKind;
  /** Power at full use, MW. */
  readonly mw: number;
  /** Share of `mw` that is used, by hour of the run; a single value holds for every hour. */
  readonly profile: readonly number[];
  /** Hours of the run in which the connection may be reduced, down to 0. */
  readonly reducible: readonly number[];
  /**
   * True if the run asks for the most power of each hour alone: every unit may be on, and nothing ties an hour to the
   * next. Absent if the run serves the connection.
   */
  readonly asksMost?: true;
}

/** What a limit that binds in an hour is worth. */
export interface BindingLimit {
  /** Hour of the study, 0-based. */
  readonly hour: number;
  readonly kind: 'line' | 'interface' | 'capacity';
  /** Id of the line or the interface; null for capacity. */
  readonly id: string | null;
  readonly contingency: string | null;
  /** MW of the connection per MW of the limit. */
  readonly shadow: number;
}
