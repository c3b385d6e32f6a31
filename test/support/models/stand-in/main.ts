/** The stand-in as a process: prints its address and serves until it is stopped. */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { findMode, MODES } from './modes.ts';
import { startStandIn } from './start-stand-in.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, mode: { type: 'string', default: 'honest' } },
});
const mode = findMode(values.mode);
const port = Number(values.port);
if (!mode || !Number.isInteger(port) || port < 0 || port > 65_535) {
  process.stderr.write(`usage: main.js --port 0..65535 --mode ${MODES.join('|')}\n`);
  process.exit(1);
}
const standIn = await startStandIn(mode, port);
process.stdout.write(`${standIn.url}\n`);
// Serves until it is stopped. `disconnect`: the parent process that opened the channel has ended.
await Promise.race(['SIGTERM', 'SIGINT', 'disconnect'].map((event) => once(process, event)));
await standIn.close();
// Exits, because an open channel to the parent keeps the process alive.
process.exit();
