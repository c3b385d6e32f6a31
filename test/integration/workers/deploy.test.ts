/**
 * Contents of an image, started as a container would: the production packages and the build, read-only, as a user
 * without rights, each role with the command of `compose.yaml`.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import { connectMongo } from '../../../mongo/connect.ts';
import { runCommand } from '../../../workers/local/plain/run-command.mjs';
import { waitUntil } from '../../../workers/local/stack/wait-until.ts';
import { type ApiClient, signIn } from '../../support/callers/api-client.ts';
import { payload } from '../../support/cases/payloads.ts';
import { deployText, imageEnv, OF_THE_IMAGE, readYaml, SECRET } from '../../support/deploy/read-deploy.ts';
import { connectForTests, type TemporalForTests } from '../../support/stack/temporal.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** User and group `nobody`, if this process may change its user. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const OPEN = 0o755;
/** Limit until a role is ready on a busy machine. */
const START_S = 120;

interface Compose {
  readonly services: Readonly<Record<string, { readonly command?: readonly string[] }>>;
}

/** Hard links if the file system supports them, else copies. */
const link = (from: readonly string[], to: string): Promise<string> =>
  runCommand('cp', ['-al', ...from, to]).catch(() => runCommand('cp', ['-a', ...from, to]));

/** The packages that `npm ci --omit=dev` would install. */
async function linkPackages(folder: string): Promise<void> {
  const lock: { readonly packages: Readonly<Record<string, { readonly dev?: boolean }>> } = JSON.parse(
    await readFile(join(ROOT, 'package-lock.json'), 'utf8'),
  );
  const packages = new Map<string, string[]>();
  for (const [path, { dev = false }] of Object.entries(lock.packages)) {
    const isTop = path.lastIndexOf('node_modules/') === 0;
    if (dev || !isTop) continue;
    packages.set(dirname(path), [...(packages.get(dirname(path)) ?? []), path]);
  }
  for (const [parent, paths] of packages) {
    await mkdir(join(folder, parent), { recursive: true });
    const there = new Set(await readdir(join(ROOT, parent)).catch(() => []));
    const installed = paths.filter((path) => there.has(path.slice(parent.length + 1)));
    if (installed.length > 0)
      await link(
        installed.map((path) => join(ROOT, path)),
        join(folder, parent),
      );
  }
}

/** The build without the files that the Dockerfile removes. */
async function linkBuild(folder: string): Promise<void> {
  await link([join(ROOT, 'dist'), join(ROOT, 'package.json')], folder);
  const [, removed = ''] = /npm run build && rm -rf (.+)/.exec(deployText('Dockerfile')) ?? [];
  assert.ok(removed.includes('dist/test'));
  for (const path of removed.split(' ')) await rm(join(folder, path), { recursive: true, force: true });
}

describe('an image', function () {
  this.timeout(240_000);
  const started: ChildProcess[] = [];
  const output: string[] = [];
  let folder = '';
  let temporal: TemporalForTests;
  let base: NodeJS.ProcessEnv;
  before(async () => {
    // The stack's files and its temporary folder are private to their owner; an image is readable by everybody.
    process.umask(0o022);
    folder = await mkdtemp('/tmp/grid-image-');
    await chmod(folder, OPEN);
    await linkPackages(folder);
    await linkBuild(folder);
    await mkdir(join(folder, 'tmp'));
    await chmod(join(folder, 'tmp'), 0o1777);
    const library = process.env['HIGHS_LIBRARY'];
    if (library) await copyFile(library, join(folder, 'libhighs'));
    temporal = await connectForTests();
    base = {
      ...imageEnv(),
      PATH: process.env['PATH'],
      HOME: '/nonexistent',
      TMPDIR: join(folder, 'tmp'),
      HIGHS_LIBRARY: library ? join(folder, 'libhighs') : '',
      MONGODB_URI: process.env['MONGODB_URI'] ?? assert.fail('MONGODB_URI is not set'),
      MONGODB_DATABASE: `grid_test_${randomUUID().slice(0, 8)}`,
      TEMPORAL_ADDRESS: temporal.address,
      SOLVER_TOKEN: SECRET,
      API_HOST: '127.0.0.1',
      SOLVER_HOST: '127.0.0.1',
    };
  });
  after(async () => {
    for (const child of started) child.kill('SIGKILL');
    await temporal.close();
    const { MONGODB_URI = '', MONGODB_DATABASE = '' } = base;
    const mongo = connectMongo({ MONGODB_URI, MONGODB_DATABASE });
    await mongo.db.dropDatabase();
    await mongo.close();
    await rm(folder, { recursive: true, force: true });
  });

  function start(command: readonly string[], env: NodeJS.ProcessEnv): void {
    const args = ['--enable-source-maps', ...command];
    const child = spawn(process.execPath, args, { cwd: folder, env: { ...base, ...env }, ...NOBODY });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(String(text)));
    started.push(child);
  }
  async function answers(url: string): Promise<void> {
    const isReady = async () => (await fetch(url)).ok;
    const over = started.map(async (child) => {
      const [code] = await once(child, 'exit');
      throw new Error(`${child.spawnargs.slice(2).join(' ')} ended with ${code}`);
    });
    await Promise.race([waitUntil(url, isReady, START_S), ...over]).catch((cause: unknown) => {
      throw new Error(output.join(''), { cause });
    });
  }

  it('starts every role, solves a case with them, serves the pages, and stops on request', async () => {
    const { services } = readYaml<Compose>('compose.yaml')[0] ?? assert.fail();
    const commandOf = (name: string) => services[name]?.command ?? assert.fail(`no command of ${name}`);
    const api = await getPort();
    const [solver, solverHealth, orchestratorHealth] = [await getPort(), await getPort(), await getPort()];
    start(commandOf('orchestrator'), { METRICS_ADDRESS: `127.0.0.1:${orchestratorHealth}` });
    start(commandOf('solver'), {
      METRICS_ADDRESS: `127.0.0.1:${solverHealth}`,
      SOLVER_PORT: String(solver),
      SOLVER_SLOTS: '1',
    });
    const [, script = ''] = /^CMD \["(.+)"\]$/m.exec(deployText('Dockerfile')) ?? [];
    start([script], {
      API_PORT: String(api),
      SOLVER_URL: `http://127.0.0.1:${solver}`,
      JWT_SECRET: SECRET,
      PASSWORD_PEPPER: SECRET,
      ADMIN_USERNAME: 'admin',
      ADMIN_PASSWORD: SECRET,
    });
    for (const port of [orchestratorHealth, solverHealth, api])
      await answers(`http://127.0.0.1:${port}/health/ready`);
    const { pathname } = new URL(imageEnv()[OF_THE_IMAGE] ?? '');
    await answers(`http://127.0.0.1:${api}${pathname}`);

    const client: ApiClient = await signIn(`http://127.0.0.1:${api}`, 'admin', SECRET);
    const result = await client.result(await client.submit('uc', payload()));
    assert.equal(result.termination_status, 'OPTIMAL', output.join(''));
    assert.equal(result.certificate?.verified, true);
    assert.match((await fetch(`http://127.0.0.1:${api}/`)).headers.get('content-type') ?? '', /^text\/html/);

    for (const child of started) child.kill('SIGTERM');
    const ends = await Promise.all(
      started.map(async (child) => child.exitCode ?? (await once(child, 'exit'))[0]),
    );
    assert.deepEqual(ends, [0, 0, 0], output.join(''));
    assert.doesNotMatch(output.join(''), /EACCES|EROFS|EPERM/);
  });
});
