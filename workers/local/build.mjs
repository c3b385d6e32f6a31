/** `npm run build`: compiles to dist/, copies what is not compiled, and bundles the workflows. */
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './paths.mjs';
import { runCommand } from './run-command.mjs';

const DIST = join(ROOT, 'dist');
const REDOC = join(ROOT, 'node_modules', 'redoc');
const COMPILE_S = 300;

export async function build() {
  await rm(DIST, { recursive: true, force: true });
  await runCommand(join(ROOT, 'node_modules', '.bin', 'tsc'), [], { cwd: ROOT, deadlineS: COMPILE_S });
  await copyData();
  await copyRedoc();
  await runCommand(process.execPath, [join(ROOT, 'workers', 'local', 'bundle-workflows.mjs')], { cwd: ROOT });
}

async function copyData() {
  const from = join(ROOT, 'mongo', 'seed');
  for (const file of (await readdir(from)).filter((name) => name.endsWith('.json'))) {
    await cp(join(from, file), join(DIST, 'mongo', 'seed', file));
  }
}

/** A development dependency: without it `/redoc` falls back to a plain page. */
async function copyRedoc() {
  const assets = join(DIST, 'api', 'assets');
  await mkdir(assets, { recursive: true });
  for (const [from, to] of [
    ['bundles/redoc.standalone.js', 'redoc.standalone.js'],
    ['LICENSE', 'redoc.LICENSE'],
  ]) {
    await cp(join(REDOC, from), join(assets, to)).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await build().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
