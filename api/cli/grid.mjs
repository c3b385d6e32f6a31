#!/usr/bin/env node
/** Entry point of `npx grid`; also works in a checkout that is not built yet. */
import { existsSync } from 'node:fs';

const MAIN = new URL('../../dist/api/cli/main.js', import.meta.url);

if (existsSync(MAIN)) await import(MAIN.href);
else {
  process.stderr.write('grid: not built yet: npm ci && npm run build\n');
  process.exitCode = 1;
}
