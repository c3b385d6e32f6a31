/** The proxies of the cluster in front of small servers that fall silent, disappear and return. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import WebSocket, { WebSocketServer } from 'ws';
import { type Backends, watchBackends } from '../../cluster/proxy/backends.ts';
import { answersHttp, servesTemporal } from '../../cluster/proxy/checks.ts';
import { httpProxy } from '../../cluster/proxy/http-proxy.ts';
import { tcpProxy } from '../../cluster/proxy/tcp-proxy.ts';

const HOST = '127.0.0.1';

async function listen<S extends { listen(port: number, host: string): unknown }>(server: S, port = 0) {
  server.listen(port, HOST);
  await once(server as never, 'listening');
  return server;
}
const portOf = (server: { address(): AddressInfo | string | null }): number =>
  (server.address() as AddressInfo).port;

/** A server that answers with its name, unless it is silent. */
function backend(name: string) {
  const state = { silent: false };
  const answer: RequestListener = (request, response) => {
    if (state.silent) return;
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => response.end(`${name} ${Buffer.concat(chunks)}`.trim()));
  };
  return { state, server: createServer(answer) };
}

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !holds(); await delay(20)) assert.ok(Date.now() < end, String(holds));
}
const ups = (backends: Backends) => Object.values(backends.isUp()).filter(Boolean).length;

describe('a proxy of the cluster', function () {
  this.timeout(60_000);
  const open: Server[] = [];
  const keep = <S extends { close(): unknown }>(server: S): S => {
    open.push(server as never);
    return server;
  };
  afterEach(() => {
    for (const server of open.splice(0)) {
      server.closeAllConnections?.();
      server.close();
    }
  });

  async function twoBehind() {
    const [one, two] = [backend('one'), backend('two')];
    await listen(keep(one.server));
    await listen(keep(two.server));
    const backends = watchBackends([portOf(one.server), portOf(two.server)], answersHttp);
    const proxy = await listen(keep(httpProxy(backends)));
    await until(() => ups(backends) === 2);
    return { one, two, backends, url: `http://${HOST}:${portOf(proxy)}` };
  }

  it('takes turns, and passes on bodies both ways', async () => {
    const { url } = await twoBehind();
    const answers = new Set<string>();
    for (let n = 0; n < 4; n++)
      answers.add(await (await fetch(url, { method: 'POST', body: 'a body' })).text());
    assert.deepEqual([...answers].sort(), ['one a body', 'two a body']);
  });

  it('refuses with Retry-After the requests of a backend that fell silent, and then asks the other', async () => {
    const { one, two, backends, url } = await twoBehind();
    one.state.silent = true;
    const began = Date.now();
    const replies = await Promise.all([fetch(url), fetch(url)]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 502]);
    const refused = replies.find(({ status }) => status === 502);
    assert.equal(refused?.headers.get('retry-after'), '1');
    assert.match((await refused?.text()) ?? '', /^\{"detail":"The server fell silent"/);
    assert.ok(Date.now() - began < 10_000);
    for (let n = 0; n < 4; n++) assert.equal(await (await fetch(url)).text(), 'two');
    one.state.silent = false;
    await until(() => ups(backends) === 2);
    two.server.closeAllConnections();
    two.server.close();
    // These requests arrive before the proxy notices that the backend is gone.
    for (let n = 0; n < 4; n++) assert.equal(await (await fetch(url)).text(), 'one');
  });

  it('refuses with 503 while no backend is there', async () => {
    const backends = watchBackends([1], answersHttp);
    const proxy = await listen(keep(httpProxy(backends)));
    const reply = await fetch(`http://${HOST}:${portOf(proxy)}`);
    assert.deepEqual([reply.status, reply.headers.get('retry-after')], [503, '1']);
  });

  it('lets a WebSocket through', async () => {
    const { one, two, url } = await twoBehind();
    for (const { server } of [one, two])
      new WebSocketServer({ server }).on('connection', (socket) => {
        socket.on('message', (text) => socket.send(`heard ${text}`));
      });
    const socket = new WebSocket(url.replace('http', 'ws'));
    await once(socket, 'open');
    socket.send('this');
    assert.equal(String((await once(socket, 'message'))[0]), 'heard this');
    socket.terminate();
  });

  it('cuts connections to a backend that does not serve any more, and leads to another', async () => {
    const serve = (name: string) => createTcpServer((socket: Socket) => socket.write(name));
    const [one, two] = [await listen(keep(serve('one'))), await listen(keep(serve('two')))];
    let well = new Set([portOf(one)]);
    const backends = watchBackends([portOf(one), portOf(two)], async (port) => well.has(port));
    const proxy = await listen(keep(tcpProxy(backends)));
    await until(() => ups(backends) === 1);
    const client = connect(portOf(proxy), HOST);
    assert.equal(String((await once(client, 'data'))[0]), 'one');
    well = new Set([portOf(two)]);
    await once(client, 'close');
    await until(() => ups(backends) === 1);
    const next = connect(portOf(proxy), HOST);
    assert.equal(String((await once(next, 'data'))[0]), 'two');
    next.destroy();
  });

  it('distinguishes a Temporal frontend that serves from one that only listens', async () => {
    const [, port = ''] = (process.env['TEMPORAL_ADDRESS'] ?? '').split(':');
    assert.equal(await servesTemporal(Number(port), AbortSignal.timeout(5000)), true);
    const other = await listen(keep(createServer((_, response) => response.end())));
    await assert.rejects(servesTemporal(portOf(other), AbortSignal.timeout(500)));
  });
});
