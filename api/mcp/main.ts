/** The MCP process: `npm run mcp`. Beside the API, which it asks over HTTP; it keeps nothing. */
import { pino } from 'pino';
import { readSettings } from '../../temporal/settings.ts';
import { serveHttp } from './serve-http.ts';
import { mcpSettings } from './settings.ts';

const HARD_STOP_MS = 10_000;

const settings = readSettings(mcpSettings, process.env);
const log = pino({
  level: settings.LOG_LEVEL,
  base: { name: 'mcp' },
  timestamp: pino.stdTimeFunctions.isoTime,
});
const { server, close } = serveHttp(settings, log);

server.on('error', (error) => {
  log.fatal({ err: error }, 'cannot listen');
  process.exit(1);
});
server.listen(settings.MCP_PORT, settings.MCP_HOST, () =>
  log.info({ address: server.address() }, 'listening'),
);
server.on('close', () => process.exit(0));
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), HARD_STOP_MS).unref();
    close();
  });
