import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { download } from '../../../../../workers/local/acquire/archive.ts';
import { removeFolder, temporaryFolder, withServer } from '../../../../support/local-stack.ts';

const SHORT = { connectMs: 300, stallMs: 300 };

describe('download', () => {
  let folder: string;
  before(async () => {
    folder = await temporaryFolder();
  });
  after(() => removeFolder(folder));

  const rejects = (listener: RequestListener, message: RegExp) =>
    withServer(listener, (url) => assert.rejects(download(url, join(folder, 'rejected'), SHORT), message));

  it('writes the whole body and returns its length', async () => {
    const body = Buffer.alloc(300_000, 'grid');
    await withServer(
      (_request, response) => response.end(body),
      async (url) => {
        const file = join(folder, 'good');
        assert.equal(await download(url, file), body.length);
        assert.ok((await readFile(file)).equals(body));
      },
    );
  });
  it('goes on while bytes keep coming, however long the whole takes', async () => {
    await withServer(
      (_request, response) => {
        let remaining = 5;
        const timer = setInterval(() => {
          remaining -= 1;
          if (remaining > 0) return void response.write('x');
          clearInterval(timer);
          response.end('x');
        }, 60);
      },
      async (url) => assert.equal(await download(url, join(folder, 'slow'), { stallMs: 200 }), 5),
    );
  });
  it('follows a redirect', async () => {
    await withServer(
      (request, response) => {
        if (request.url === '/file') response.end('moved');
        else response.writeHead(302, { location: '/file' }).end();
      },
      async (url) => assert.equal(await download(url, join(folder, 'moved')), 5),
    );
  });
  it('rejects any status but 200', () =>
    rejects((_request, response) => response.writeHead(404).end('not here'), /answered 404/));
  it('rejects a body that ends before its announced length', () =>
    rejects((_request, response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('only this', () => response.destroy());
    }, /broke off|terminated|closed/));
  it('rejects a body that stops arriving', () =>
    rejects((_request, response) => void response.writeHead(200).write('a beginning'), /stalled/));
  it('rejects a server that accepts the connection and sends nothing', () =>
    rejects(() => undefined, /no answer .* in 300 ms/));
  it('reports a refused connection', async () => {
    let closed = '';
    await withServer(
      () => undefined,
      async (url) => {
        closed = url;
      },
    );
    await assert.rejects(download(closed, join(folder, 'refused'), SHORT), /ECONNREFUSED/);
  });
});
