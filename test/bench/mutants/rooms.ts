/** The rooms that `mutants` measures. */

export interface Room {
  /** Beginnings of paths below `dist/test`; the first that fails ends a mutant, so quick ones come first. */
  readonly tests: readonly string[];
  /** Share of the mutants to try, an estimate of the number that two cores run in ten minutes. */
  readonly share: number;
  /** `off` if the code runs in a sandbox of Temporal, which reports no coverage: every mutant meets every test. */
  readonly coverage: 'perTest' | 'off';
}

export const ROOMS: Readonly<Record<string, Room>> = {
  'activities/verifier': {
    tests: [
      'unit/activities/verifier/',
      'integration/activities/verifier/',
      'integration/activities/engine/seeded-cases.test.js',
    ],
    share: 0.012,
    coverage: 'perTest',
  },
  'temporal/case': { tests: ['unit/temporal/'], share: 0.1, coverage: 'perTest' },
  'api/accounts': { tests: ['unit/api/accounts/'], share: 0.1, coverage: 'perTest' },
  workflows: { tests: ['replay/'], share: 0.1, coverage: 'off' },
};
