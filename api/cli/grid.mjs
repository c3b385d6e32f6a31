#!/usr/bin/env node
/** What `npx grid` finds in a checkout, built or not. */
import { existsSync } from 'node:fs';

const MAIN = new URL('../../dist/api/cli/main.js', import.meta.url);

if (existsSync(MAIN)) await import(MAIN.href);
else {
  process.stderr.write('grid: it is not built yet: npm ci && npm run build\n');
  process.exitCode = 1;
}
