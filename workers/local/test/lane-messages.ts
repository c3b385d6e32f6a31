/** What a lane of the tests is asked and what it tells, as messages between its process and the run. */

/** The test files to run, one after the other in one run of mocha; `named` keeps only tests whose names contain it. */
export interface LaneOrder {
  readonly files: readonly string[];
  readonly named?: string | undefined;
}

/** Something that may take long: a file that is loaded, a hook, or a test. */
interface Begun {
  readonly tells: 'begun';
  readonly file: string;
  readonly title: string;
  /** After which mocha fails it, ms; 0 = never. */
  readonly limitMs: number;
}

/** A hook or a test that has ended. */
export interface Ended {
  readonly tells: 'ended';
  readonly file: string;
  readonly title: string;
  readonly kind: 'hook' | 'test';
  readonly ms: number;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** Why it failed, or was skipped. */
  readonly error?: string | undefined;
}

export type LaneMessage = Begun | Ended | { readonly tells: 'over' };
