/**
 * `npm run test:unit [-- FILE...]`, after a build: the tests that need no server, two files at a time, or only those of
 * the files that are named, such as `test/unit/api/app.test.ts`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../plain/paths.mjs';

const MOCHA = join(ROOT, 'node_modules', 'mocha', 'bin', 'mocha.js');
const ALL = ['--parallel', '--jobs', '2', '--reporter', 'dot', 'dist/test/{unit,replay}/**/*.test.js'];

const compiled = (file: string): string => join('dist', file.replace(/^dist\//, '').replace(/\.ts$/, '.js'));

const files = process.argv.slice(2).map(compiled);
const [code] = await once(
  spawn(process.execPath, [MOCHA, ...(files.length > 0 ? files : ALL)], { cwd: ROOT, stdio: 'inherit' }),
  'exit',
);
process.exitCode = code ?? 1;
