/** Messages between the process of a test lane and the process that runs all lanes. */

/** Test files for one run of mocha, one after the other. `named` selects tests whose names contain it. */
export interface LaneOrder {
  readonly files: readonly string[];
  readonly named?: string | undefined;
}

/** The start of a file, a hook, or a test. */
interface Begun {
  readonly tells: 'begun';
  readonly file: string;
  readonly title: string;
  /** Time after which mocha fails the test, ms; 0 = never. */
  readonly limitMs: number;
}

/** The end of a hook or a test. */
export interface Ended {
  readonly tells: 'ended';
  readonly file: string;
  readonly title: string;
  readonly kind: 'hook' | 'test';
  readonly ms: number;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** Reason why the test failed or was skipped. */
  readonly error?: string | undefined;
}

export type LaneMessage = Begun | Ended | { readonly tells: 'over' };
