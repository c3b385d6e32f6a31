/** One request to a webhook, to permitted and forbidden addresses. The test itself resolves names. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { postEvent, RefusedAddress, type Resolve } from '../../../../activities/webhooks/post-event.ts';
import { addressRule } from '../../../../temporal/public-address.ts';

const LOOPBACK = { address: '127.0.0.1', family: 4 };
const LOCAL = addressRule('127.0.0.0/8');

describe('a request to a webhook', () => {
  let server: Server;
  let port: number;
  let received: string[];
  let answer: RequestListener;
  before(async () => {
    server = createServer((request, response) => {
      received.push(`${request.method} ${request.headers.host}${request.url}`);
      answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  beforeEach(() => {
    received = [];
    answer = (_, response) => response.writeHead(204).end();
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const post = (host: string, resolve: Resolve, rule = LOCAL, body = '{}', deadlineMs = 2000) =>
    postEvent(`http://${host}:${port}/path`, {}, body, { rule, resolve, deadlineMs });
  const never: Resolve = async () => assert.fail('nothing is to be resolved');

  it('goes to the address that its name was resolved to, with the name as its host', async () => {
    const lookups: string[] = [];
    const resolve: Resolve = async (host) => {
      lookups.push(host);
      return [LOOPBACK];
    };
    assert.equal(await post('receiver.example', resolve), 204);
    assert.deepEqual(lookups, ['receiver.example'], 'resolved once');
    assert.deepEqual(received, [`POST receiver.example:${port}/path`]);
  });

  it('goes nowhere else when the name resolves to something else a moment later', async () => {
    let times = 0;
    const rebinding: Resolve = async () => {
      times += 1;
      return [times === 1 ? { address: '9.9.9.9', family: 4 } : LOOPBACK];
    };
    const deps = { rule: addressRule(''), resolve: rebinding, deadlineMs: 300 };
    const delivery = postEvent(`https://rebinding.example:${port}/`, {}, '{}', deps);
    await assert.rejects(delivery);
    assert.equal(times, 1);
    assert.deepEqual(received, []);
  });

  for (const host of [
    ...[
      '127.0.0.1',
      'localhost',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
    ],
    ...['169.254.169.254', '10.0.0.1', '[fe80::1]', '[64:ff9b::7f00:1]', '0', 'names.private.example'],
  ])
    it(`is not sent to ${host}`, async () => {
      const resolve: Resolve = async () => [LOOPBACK];
      await assert.rejects(post(host, resolve, addressRule('')), RefusedAddress);
      assert.deepEqual(received, []);
    });

  it('is not sent if one of several addresses of a name is not permitted, or there is none', async () => {
    const both: Resolve = async () => [{ address: '9.9.9.9', family: 4 }, LOOPBACK];
    await assert.rejects(post('both.example', both, addressRule('')), /not permitted for webhooks/);
    await assert.rejects(
      post('none.example', async () => []),
      /not permitted for webhooks/,
    );
  });

  it('is not sent in plain text to a public address', async () => {
    const resolve: Resolve = async () => [{ address: '9.9.9.9', family: 4 }];
    await assert.rejects(post('plain.example', resolve), /needs https/);
  });

  it('follows no redirect', async () => {
    answer = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1/other' }).end();
    assert.equal(await post('127.0.0.1', never), 302);
    assert.equal(received.length, 1);
  });

  it('is broken off when nothing is answered in time, neither by the name service nor by the receiver', async () => {
    answer = () => undefined;
    await assert.rejects(post('127.0.0.1', never, LOCAL, '{}', 200), { name: 'AbortError' });
    const silent: Resolve = () => delay(5000, [], { ref: false });
    await assert.rejects(post('silent.example', silent, LOCAL, '{}', 200), { name: 'TimeoutError' });
  });

  it('reads the beginning of the answer, even if it breaks off or never ends', async () => {
    const heard = async (listener: RequestListener): Promise<string> => {
      answer = listener;
      let text = '';
      const onBody = (beginning: string): void => {
        text = beginning;
      };
      const deps = { rule: LOCAL, resolve: never, onBody };
      assert.equal(await postEvent(`http://127.0.0.1:${port}/`, {}, '{}', deps), 500);
      return text;
    };
    assert.equal(await heard((_, response) => response.writeHead(500).end('no room')), 'no room');
    assert.equal(
      await heard((_, response) => response.writeHead(500).end('x'.repeat(5000))),
      'x'.repeat(1024),
    );
    assert.equal(await heard((_, response) => response.writeHead(500).end()), '');
    const half: RequestListener = (_, response) => {
      response.writeHead(500).write('half');
    };
    assert.equal(await heard(half), 'half');
  });

  it('reads no more of a body, however long', async () => {
    answer = (_, response) => {
      const more = (): void => {
        if (response.destroyed) return;
        response.write('x'.repeat(65_536));
        setImmediate(more);
      };
      response.writeHead(200);
      more();
    };
    assert.equal(await post('127.0.0.1', never), 200);
  });

  it('has at most 64 kB', async () => {
    await assert.rejects(post('127.0.0.1', never, LOCAL, 'x'.repeat(65_537)), /larger than 64 kB/);
    assert.equal(await post('127.0.0.1', never, LOCAL, 'x'.repeat(65_536)), 204);
  });
});
