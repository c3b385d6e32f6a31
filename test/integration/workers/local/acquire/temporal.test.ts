/** Ways to find a Temporal server, with a local HTTP server in place of the official archive. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { download } from '../../../../../workers/local/acquire/archive.ts';
import { acquireTemporal } from '../../../../../workers/local/acquire/temporal.ts';
import { inTemporaryFolder } from '../../../../support/local-stack.ts';

type Env = Record<string, string>;

const PROGRAM = '#!/bin/sh\necho temporal\n';
/** PATH without `temporal` and `go`, so that only the archive works. */
const EMPTY_PATH = '/nonexistent';
/** Address without a server. */
const NOWHERE = 'http://127.0.0.1:1';

async function archiveOf(folder: string): Promise<Buffer> {
  await writeFile(join(folder, 'temporal'), PROGRAM);
  execFileSync('tar', ['-czf', 'archive.tgz', 'temporal'], { cwd: folder });
  return readFile(join(folder, 'archive.tgz'));
}

/** An archive of other bytes with equal files, which unpacks and runs as well. */
const repacked = (archive: Buffer): Buffer => gzipSync(gunzipSync(archive), { level: 1 });

async function serving(answer: RequestListener, test: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  assert(address && typeof address === 'object');
  try {
    await test(`http://127.0.0.1:${address.port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const sha256Of = (archive: Buffer) => createHash('sha256').update(archive).digest('hex');

const acquire = (folder: string, url: string, sha256: string, env: Env = {}) =>
  acquireTemporal({
    env: { PATH: EMPTY_PATH, XDG_CACHE_HOME: folder, ...env },
    archives: { [`${process.platform}-${process.arch}`]: { url, sha256, member: 'temporal' } },
  });

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe('acquiring Temporal', () => {
  it('takes TEMPORAL_ADDRESS before anything else', () =>
    inTemporaryFolder(async (folder) => {
      const { found } = await acquire(folder, NOWHERE, '', { TEMPORAL_ADDRESS: 'temporal:7233' });
      assert.deepEqual(found, { address: 'temporal:7233' });
    }));

  it('takes the command on PATH before the archive; an empty TEMPORAL_ADDRESS counts as absent', () =>
    inTemporaryFolder(async (folder) => {
      const command = join(folder, 'bin', 'temporal');
      await mkdir(join(folder, 'bin'));
      await writeFile(command, PROGRAM);
      await chmod(command, 0o755);
      const { found } = await acquire(folder, NOWHERE, '', {
        PATH: join(folder, 'bin'),
        TEMPORAL_ADDRESS: '',
      });
      assert.deepEqual(found, { command });
    }));

  it('skips a command on PATH that is too old, with a message', () =>
    inTemporaryFolder(async (folder) => {
      const command = join(folder, 'temporal');
      await writeFile(command, "#!/bin/sh\necho 'temporal version 1.1.2 (Server 1.25.2)'\n");
      await chmod(command, 0o755);
      await assert.rejects(
        acquire(folder, NOWHERE, '', { PATH: folder }),
        /on PATH: .*temporal is 1\.1, at least 1\.8 is needed/,
      );
    }));

  it('unpacks the archive into the cache as an executable and asks for it only once', () =>
    inTemporaryFolder(async (folder) => {
      const archive = await archiveOf(folder);
      let downloads = 0;
      const answer: RequestListener = (_request, response) => {
        downloads += 1;
        response.end(archive);
      };
      await serving(answer, async (url) => {
        const first = await acquire(folder, url, sha256Of(archive));
        const second = await acquire(folder, url, sha256Of(archive));
        assert.equal(execFileSync(first.found.command ?? '', { encoding: 'utf8' }), 'temporal\n');
        assert.equal(first.found.command, second.found.command);
        assert.deepEqual(
          [first.way, second.way],
          ['the official archive pinned in workers/local/acquire/temporal.ts', 'the cache'],
        );
      });
      assert.equal(downloads, 1);
    }));

  const broken: [string, (archive: Buffer) => RequestListener][] = [
    ['is missing', () => (_request, response) => response.writeHead(404).end('no such file')],
    ['is cut short', (archive) => (_request, response) => response.end(archive.subarray(0, -30))],
    ['is only an error page', () => (_request, response) => response.end('<html>proxy</html>')],
    [
      'is another one than the pinned one',
      (archive) => (_request, response) => response.end(repacked(archive)),
    ],
    [
      'breaks off',
      (archive) => (_request, response) => {
        response.writeHead(200, { 'content-length': archive.length });
        response.write(archive.subarray(0, 60), () => response.destroy());
      },
    ],
  ];
  for (const [what, answer] of broken) {
    it(`goes on to the next way and caches nothing when the archive ${what}`, () =>
      inTemporaryFolder(async (folder) => {
        const archive = await archiveOf(folder);
        const cache = join(folder, 'cache');
        await serving(answer(archive), async (url) => {
          await assert.rejects(
            acquire(cache, url, sha256Of(archive)),
            /The Temporal server is missing: the official archive .*; `go build` .*: there is no Go on PATH\. Install the Temporal CLI/,
          );
        });
        assert.deepEqual(await filesIn(cache), []);
      }));
  }
});

describe('a download', () => {
  it('is given up without an answer', () =>
    inTemporaryFolder((folder) =>
      serving(
        () => undefined,
        (url) => assert.rejects(download(url, join(folder, 'file'), { connectMs: 100 }), /no answer/),
      ),
    ));

  it('is given up when it stalls half-way', () =>
    inTemporaryFolder((folder) =>
      serving(
        (_request, response) => void response.write('half'),
        (url) => assert.rejects(download(url, join(folder, 'file'), { stallMs: 100 }), /stalled/),
      ),
    ));
});
