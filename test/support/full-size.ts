/** Size of the longest suites: `npm test` takes a sample of each, `npm run cluster -- test` all of it, by TEST_SIZE. */
export const isFullSize = process.env['TEST_SIZE'] === 'full';

/** Every `every`-th item of `all`; all items at full size. */
export const sample = <T>(all: readonly T[], every: number): readonly T[] =>
  isFullSize ? all : all.filter((_, at) => at % every === 0);
