import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { dirname, join } from 'node:path';
import { local, removeFolder, script, temporaryFolder, withServer } from '../../../support/local-stack.ts';

interface Acquired {
  readonly found: { readonly address?: string; readonly command?: string };
  readonly way: string;
}
interface Module {
  acquireTemporal(options: {
    env: Record<string, string>;
    archives: string;
    leastBytes: number;
  }): Promise<Acquired>;
  TEMPORAL_VERSION: string;
}

/** Nothing listens there. */
const UNREACHABLE = 'http://127.0.0.1:1';
const WAYS = [
  /1\. TEMPORAL_ADDRESS/,
  /2\. `temporal` on PATH/,
  /3\. the cache/,
  /4\. the official/,
  /5\. `go/,
];

describe('finding the Temporal CLI', () => {
  let folder: string;
  let bin: string;
  let target: string;
  let archive: Buffer;
  let temporal: Module;
  before(async () => {
    temporal = await local<Module>('acquire-temporal.mjs');
    const making = await temporaryFolder();
    await script(join(making, 'temporal'), 'echo from the archive');
    execFileSync('tar', ['-czf', 'archive.tar.gz', 'temporal'], { cwd: making });
    archive = await readFile(join(making, 'archive.tar.gz'));
    await removeFolder(making);
  });
  beforeEach(async () => {
    folder = await temporaryFolder();
    bin = join(folder, 'bin');
    const version = `temporal-${temporal.TEMPORAL_VERSION}`;
    target = join(folder, 'cache', 'grid-optimization-service', version, 'temporal');
  });
  afterEach(() => removeFolder(folder));

  const acquire = (archives: string, env: Record<string, string> = {}, leastBytes = 50): Promise<Acquired> =>
    temporal.acquireTemporal({
      env: { PATH: bin, XDG_CACHE_HOME: join(folder, 'cache'), ...env },
      archives,
      leastBytes,
    });
  const fakeGo = () =>
    script(
      join(bin, 'go'),
      '[ "$CGO_ENABLED" = 0 ] || exit 1',
      'while [ "$1" != -o ]; do shift; done',
      'printf "#!/bin/sh\\necho built\\n" > "$2"',
    );
  const fallsThrough = async (listener: RequestListener, leastBytes?: number) => {
    await fakeGo();
    await withServer(listener, async (url) => {
      const { way, found } = await acquire(url, {}, leastBytes);
      assert.match(way, /go build/);
      assert.equal(execFileSync(found.command ?? '', { encoding: 'utf8' }), 'built\n');
      assert.deepEqual(await readdir(dirname(target)), ['temporal']);
    });
  };

  it('takes a running server before anything else', async () => {
    await script(join(bin, 'temporal'), 'exit 0');
    const { found, way } = await acquire(UNREACHABLE, { TEMPORAL_ADDRESS: 'temporal.example:7233' });
    assert.deepEqual([found, way], [{ address: 'temporal.example:7233' }, 'TEMPORAL_ADDRESS']);
  });
  it('takes the one on PATH before the one in the cache, and that before a download', async () => {
    await script(target, 'exit 0');
    assert.deepEqual((await acquire(UNREACHABLE)).found, { command: target });
    const installed = await script(join(bin, 'temporal'), 'exit 0');
    assert.deepEqual((await acquire(UNREACHABLE)).found, { command: installed });
  });
  it('unpacks the official archive into the cache, executable, and finds it there the next time', async () => {
    const asked: string[] = [];
    await withServer(
      ({ url = '' }, response) => {
        asked.push(url);
        response.end(archive);
      },
      async (url) => {
        const { found, way } = await acquire(url);
        assert.deepEqual([found, way], [{ command: target }, 'the official CLI archive']);
        assert.equal(execFileSync(target, { encoding: 'utf8' }), 'from the archive\n');
        assert.equal((await stat(target)).mode & 0o111, 0o111);
        assert.deepEqual(await readdir(dirname(target)), ['temporal']);
        assert.equal((await acquire(url)).way, 'the cache');
      },
    );
    assert.equal(asked.length, 1);
    assert.match(asked[0] ?? '', /^\/v[\d.]+\?platform=(linux|darwin)&arch=(amd64|arm64)$/);
  });
  it('builds from source when the archive is cut short', () =>
    fallsThrough((_request, response) => response.end(archive.subarray(0, archive.length / 2))));
  it('builds from source when the connection breaks in the middle of the archive', () =>
    fallsThrough((_request, response) => {
      response.writeHead(200, { 'content-length': archive.length });
      response.write(archive.subarray(0, 60), () => response.destroy());
    }));
  it('builds from source when an error page arrives in its place', () =>
    fallsThrough((_request, response) => response.end('<html>try again later</html>'.repeat(9)), 1000));
  it('builds from source when the archive is not there', () =>
    fallsThrough((_request, response) => response.writeHead(404).end()));
  it('names every way and its failure when none works', async () => {
    await assert.rejects(acquire(UNREACHABLE), ({ message }: Error) => {
      for (const way of WAYS) assert.match(message, way);
      assert.match(message, /official CLI archive: .*(ECONNREFUSED|bad port)/);
      assert.match(message, /go ENOENT/);
      return true;
    });
    assert.equal(existsSync(target), false);
  });
});
