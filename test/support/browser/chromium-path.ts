/** Where the browser of this machine is; undefined where there is none. */
import { existsSync } from 'node:fs';

const CANDIDATES = [
  process.env['CHROMIUM_PATH'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export const chromiumPath = (): string | undefined => CANDIDATES.find((path) => path && existsSync(path));
