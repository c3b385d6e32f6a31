/**
 * `npm run test:unit [-- NAME...]`, after a build: runs the tests that need no servers, or only the named folders or
 * files, such as `test/unit/api/app.test.ts`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runLanes } from './lanes.ts';
import { conclude } from './test.ts';
import { findTests, toUnits } from './units.ts';

const LANES = 3;
const names = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'grid-unit-'));
try {
  const files = await findTests(names.length > 0 ? names : ['unit', 'replay']);
  conclude(await runLanes(await toUnits(files), { lanes: LANES, folder }));
} finally {
  await rm(folder, { recursive: true, force: true });
}
