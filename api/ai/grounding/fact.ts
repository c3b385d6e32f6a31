/** A figure that an answer may use, and what it is about. */

/** `hour` and `entity` name a place; only a `value` is a quantity. */
export type Role = 'value' | 'hour' | 'entity';

export interface Fact {
  /** Tool that found it; `question` or `history` when it was said in the conversation. */
  readonly source: string;
  /** Place in the result, for example `prices[3].price_usd_per_mwh`. */
  readonly path: string;
  /** Name of the figure, with its unit: the last part of `path`. */
  readonly key: string;
  /** The list that the record belongs to, for example `prices[]`. */
  readonly table: string;
  readonly value: number;
  readonly role: Role;
  /** Names and hour of the record and of those around it. */
  readonly labels: ReadonlyMap<string, string | number>;
}

/** Everything an answer may rest on. */
export interface Evidence {
  readonly facts: readonly Fact[];
  /** Label -> the values it takes. */
  readonly labels: ReadonlyMap<string, ReadonlySet<string | number>>;
  /** Names with a digit in them, squeezed. */
  readonly names: ReadonlySet<string>;
  /** Names of figures only, such as `16-17`. */
  readonly numbered: ReadonlySet<string>;
  readonly question: string;
}
