/** What one variable of a scenario matrix changes in a base payload: small enough to store and to send. */
import type { ChangeMode } from '../messages/matrix.ts';
import type { SolvePayload } from '../messages/payload.ts';

/** Arrays of the payload whose elements a variable can change. */
export type Collection = keyof Pick<
  SolvePayload,
  'generators' | 'loads' | 'transmission_lines' | 'renewables' | 'storage' | 'reserves'
>;

export type ChangeTarget =
  | {
      readonly collection: Collection;
      /** Positions in the collection; the base does not change under an experiment. */
      readonly positions: readonly number[];
      /** Keys of `VARIED_FIELDS`: numbers, arrays of numbers, or null for "unlimited". */
      readonly fields: readonly string[];
    }
  | { readonly setting: 'solver' | 'mip_gap' };

export interface Change {
  /** Name of the variable. */
  readonly name: string;
  readonly mode: ChangeMode;
  /** At least one; several when a name stands for parts of several collections. */
  readonly targets: readonly ChangeTarget[];
}
