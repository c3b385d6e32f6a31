/**
 * How much of the longest suites a run has: `npm test` takes a sample of each, `npm run cluster -- test` all of it, which
 * TEST_SIZE tells them.
 */
export const isFullSize = process.env['TEST_SIZE'] === 'full';

/** Every so-many-th item of `all`; all of it at full size. */
export const sample = <T>(all: readonly T[], every: number): readonly T[] =>
  isFullSize ? all : all.filter((_, at) => at % every === 0);
