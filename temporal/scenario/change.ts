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
      /** Fields that hold a number, an array of numbers, or null for "unlimited". */
      readonly fields: readonly string[];
    }
  | { readonly setting: 'solver' | 'mip_gap' };

export interface Change {
  /** Name of the variable. */
  readonly name: string;
  readonly mode: ChangeMode;
  readonly target: ChangeTarget;
}
