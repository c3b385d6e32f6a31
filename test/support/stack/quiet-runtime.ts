/** Temporal's runtime without logs; it can be installed once per process, by whichever suite comes first. */
import { DefaultLogger, Runtime } from '@temporalio/worker';

export const QUIET = new DefaultLogger('ERROR', () => undefined);

Runtime.install({ logger: QUIET, telemetryOptions: { logging: { forward: {}, filter: 'OFF' } } });
