/**
 * Size of the longest suites. `npm test` runs a sample of each; `npm run cluster -- test` runs all of it. TEST_SIZE
 * selects the size.
 */
export const isFullSize = process.env['TEST_SIZE'] === 'full';

/** Every `every`-th item of `all`; at full size, all items. */
export const sample = <T>(all: readonly T[], every: number): readonly T[] =>
  isFullSize ? all : all.filter((_, at) => at % every === 0);
