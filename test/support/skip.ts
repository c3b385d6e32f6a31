/** Skips tests whose program is missing on this machine. The run lists them at its end, with reason and remedy. */
import { channel } from 'node:diagnostics_channel';

/** Channel that the test runner subscribes to. */
const skips = channel('test:skip');

interface Lack {
  readonly reason: string;
  /** Sentence that tells a person how to provide the program. */
  readonly remedy: string;
  /** True if the program may be missing in CI too; CI must have all others. */
  readonly isOptional?: boolean;
}

/**
 * Skips the test, or the hook and with it all tests of its suite. In CI, a missing program fails the test unless it is
 * optional.
 */
export function skip(context: Mocha.Context, { reason, remedy, isOptional = false }: Lack): never {
  if (process.env['CI'] && !isOptional) throw new Error(`${reason}. ${remedy}`);
  skips.publish(`${reason}. ${remedy}`);
  return context.skip();
}

export const NO_NATIVE_HIGHS: Lack = {
  reason: 'The native library of HiGHS is missing',
  remedy: 'Install Python 3 with pip, or name a library in HIGHS_LIBRARY, on Linux',
};
