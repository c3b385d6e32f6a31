/**
 * Installs Temporal's runtime without logs. It can be installed once per process; the suite that comes first does this.
 */
import { DefaultLogger, Runtime } from '@temporalio/worker';

export const QUIET = new DefaultLogger('ERROR', () => undefined);

Runtime.install({ logger: QUIET, telemetryOptions: { logging: { forward: {}, filter: 'OFF' } } });
