/** Skips tests that need a program which this machine lacks. The run lists them at its end, with reason and remedy. */
import { channel } from 'node:diagnostics_channel';

/** The runner of the tests subscribes to it. */
const skips = channel('test:skip');

interface Lack {
  readonly reason: string;
  /** A sentence: how a person provides the program. */
  readonly remedy: string;
  /** CI may lack it as well; it must have everything else. */
  readonly isOptional?: boolean;
}

/** Ends the test, or the hook and with it all tests of its suite. In CI a lack is a failure unless it is optional. */
export function skip(context: Mocha.Context, { reason, remedy, isOptional = false }: Lack): never {
  if (process.env['CI'] && !isOptional) throw new Error(`${reason}. ${remedy}`);
  skips.publish(`${reason}. ${remedy}`);
  return context.skip();
}

export const NO_NATIVE_HIGHS: Lack = {
  reason: 'The native library of HiGHS is missing',
  remedy: 'Install Python 3 with pip, or name a library in HIGHS_LIBRARY, on Linux',
};
