/** The process's log: JSON lines on stdout, without secrets. */
import { type Logger, pino } from 'pino';

const SECRETS = ['authorization', 'cookie', 'password', 'api_key', 'access_token', 'refresh_token', 'token'];

export const createLogger = (level: string): Logger =>
  pino({
    level,
    base: { name: 'api' },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: SECRETS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
  });
