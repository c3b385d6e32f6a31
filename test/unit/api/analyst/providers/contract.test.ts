/** The contract of providers, tested with each provider over its own wire format. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { anthropic } from '../../../../../api/analyst/providers/anthropic.ts';
import { openAi } from '../../../../../api/analyst/providers/open-ai.ts';
import { type ChatProvider, ProviderFailure } from '../../../../../api/analyst/providers/provider.ts';
import type { ProviderLimits } from '../../../../../api/analyst/providers/to-provider.ts';
import { aRequest, FAST_LIMITS, readAnswer } from '../../../../support/models/read-answer.ts';
import {
  anthropicWire,
  openAiWire,
  type ScriptedAnswer,
  type WireFormat,
} from '../../../../support/models/wire-formats.ts';
import { until } from '../../../../support/until.ts';

const KEY = 'key-for-tests-4711';
const HELLO = { text: ['Hel', 'lo'] };
const CASES = [
  { name: 'openAi', create: openAi, wire: openAiWire },
  { name: 'anthropic', create: anthropic, wire: anthropicWire },
] as const;

for (const { name, create, wire } of CASES) {
  describe(`${name} as a provider`, () => {
    let model: ScriptedModel;
    let provider: ChatProvider;
    const withLimits = (limits: Partial<ProviderLimits>) =>
      create({ apiKey: KEY, baseUrl: model.url, model: 'm' }, { ...FAST_LIMITS, ...limits });
    const fails = async (target = provider, text = /language model/) => {
      let failure: unknown;
      await assert.rejects(readAnswer(target), (error) => {
        failure = error;
        return error instanceof ProviderFailure && text.test(error.message);
      });
      assert.doesNotMatch(inspect(failure), new RegExp(KEY));
      return failure as ProviderFailure;
    };
    before(async () => {
      model = await startScriptedModel(wire);
      provider = withLimits({});
    });
    after(() => model.close());

    it('streams text piece by piece', async () => {
      model.play({ answer: HELLO });
      const { pieces, end } = await readAnswer(provider);
      assert.deepEqual(pieces, ['Hel', 'lo']);
      assert.deepEqual(end, { type: 'end', toolCalls: [], usage: null, refused: false });
    });

    it('sends model, question, limit and key, and the key in its header alone', async () => {
      model.play({ answer: HELLO });
      await readAnswer(provider);
      const [request] = model.requests;
      assert.equal(request?.path, wire.path);
      assert.equal(request?.headers.authorization, `Bearer ${KEY}`);
      assert.equal(request?.body.model, 'm');
      assert.equal(request?.body.max_tokens, 100);
      const text = JSON.stringify(request?.body);
      assert.match(text, /You explain results/);
      assert.match(text, /What is the price/);
      assert.doesNotMatch(text, new RegExp(KEY));
    });

    it('puts fragmented tool calls together', async () => {
      const toolCalls = [
        { id: 'a', name: 'get_lmp', arguments: ['{"bus":', '3}'] },
        { id: 'b', name: 'get_commitment', arguments: [] },
      ];
      model.play({ answer: { text: ['Looking.'], toolCalls } });
      const { pieces, end } = await readAnswer(provider);
      assert.deepEqual(pieces, ['Looking.']);
      assert.deepEqual(end?.toolCalls, [
        { id: 'a', name: 'get_lmp', arguments: '{"bus":3}' },
        { id: 'b', name: 'get_commitment', arguments: '{}' },
      ]);
    });

    it('reports the tokens that the provider counted', async () => {
      model.play({ answer: { ...HELLO, usage: { prompt: 12, completion: 3 } } });
      assert.deepEqual((await readAnswer(provider)).end?.usage, { promptTokens: 12, completionTokens: 3 });
      model.play({ answer: { ...HELLO, usage: { prompt: 12, completion: -3 } } });
      assert.equal((await readAnswer(provider)).end?.usage, null);
    });

    it('reports that the model declined', async () => {
      model.play({ answer: { text: ['No.'], refused: true } });
      const { pieces, end } = await readAnswer(provider);
      assert.deepEqual([pieces, end?.refused], [['No.'], true]);
    });

    it('asks again after an error of the server, twice at most', async () => {
      model.play({ status: 500, body: '{}' }, { status: 503, body: 'busy' }, { answer: HELLO });
      assert.deepEqual((await readAnswer(provider)).pieces, ['Hel', 'lo']);
      model.play({ status: 500, body: '{}' });
      await fails();
      assert.equal(model.requests.length, 3);
    });

    it('waits as long as an overloaded provider asks, within reason', async () => {
      model.play({ status: 429, body: '{}', headers: { 'retry-after': '3600' } }, { answer: HELLO });
      assert.deepEqual((await readAnswer(provider)).pieces, ['Hel', 'lo']);
      model.play({ status: 429, body: '{}' });
      await fails(provider, /overloaded/);
      assert.equal(model.requests.length, 3);
    });

    it('does not ask again when it is refused', async () => {
      model.play({ status: 401, body: JSON.stringify({ error: { message: `wrong key ${KEY}` } }) });
      const failure = await fails();
      assert.doesNotMatch(failure.message, /wrong key|127\.0\.0\.1/);
      assert.match(inspect(failure.cause), /wrong key \[key\]/);
      assert.equal(model.requests.length, 1);
    });

    it('asks again when the connection breaks before the answer, not after', async () => {
      model.play({ frames: 0, after: 'cut' }, { answer: HELLO });
      assert.deepEqual((await readAnswer(provider)).pieces, ['Hel', 'lo']);
      model.play({ answer: HELLO, frames: 3, after: 'cut' });
      await fails();
      assert.equal(model.requests.length, 1);
    });

    it('takes an answer without its end for broken', async () => {
      model.play({ answer: HELLO, frames: 3 });
      await fails(provider, /incomplete/);
      assert.equal(model.requests.length, 1);
    });

    it('gives up on silence between pieces', async () => {
      model.play({ answer: HELLO, frames: 3, after: 'stall' });
      await fails(withLimits({ stallMs: 60 }), /in time/);
      await until(() => model.cancelled === 1);
      assert.equal(model.requests.length, 1);
    });

    it('gives up on silence before the first piece, after asking again', async () => {
      model.play({ frames: 0, after: 'stall' });
      await fails(withLimits({ firstMs: 150, retries: 1 }), /in time/);
      assert.equal(model.requests.length, 2);
    });

    it('does not count the time that the reader takes', async () => {
      model.play({ answer: { text: ['a', 'b'] } });
      const pieces: string[] = [];
      for await (const event of withLimits({ stallMs: 80 }).stream(
        aRequest(),
        new AbortController().signal,
      )) {
        await delay(100);
        if (event.type === 'text') pieces.push(event.text);
      }
      assert.deepEqual(pieces, ['a', 'b']);
    });

    it('gives up on an answer without end', async () => {
      model.play({ answer: { text: Array<string>(200).fill('x') }, paceMs: 10 });
      await fails(withLimits({ totalMs: 100 }), /in time/);
    });

    it('survives nonsense', async () => {
      const nonsense = [
        '<html>',
        'data: {{{\n\n',
        'event: message_start\ndata: null\n\n',
        'data: {"choices":7}\n\n',
        '',
      ];
      for (const body of nonsense) {
        model.play({ body });
        await fails(provider, /incomplete/);
      }
    });

    it('does not follow redirections', async () => {
      model.play({ status: 307, headers: { location: '/elsewhere' }, body: '' });
      await fails(withLimits({ retries: 0 }));
      assert.equal(model.requests.length, 1);
    });

    it('fails without a server', async () => {
      const closed = create({ apiKey: KEY, baseUrl: 'http://127.0.0.1:9' }, FAST_LIMITS);
      await fails(closed);
    });

    it('cancels the request when the signal is aborted', async () => {
      model.play({ answer: HELLO, frames: 3, after: 'stall' });
      const abort = new AbortController();
      const reason = new Error('the client went away');
      const reading = readAnswer(withLimits({ stallMs: 5000 }), undefined, abort.signal);
      void until(() => model.requests.length === 1).then(() => abort.abort(reason));
      await assert.rejects(reading, reason);
      await until(() => model.cancelled === 1);
      await assert.rejects(readAnswer(provider, undefined, abort.signal), reason);
      assert.equal(model.requests.length, 1);
    });

    it('cancels the request when the reader stops', async () => {
      model.play({ answer: { text: Array<string>(100).fill('x') }, paceMs: 10 });
      for await (const _ of provider.stream(aRequest(), new AbortController().signal)) break;
      await until(() => model.cancelled === 1);
    });
  });
}

/** One scripted answer of a provider's server on a loopback port. */
interface Scene {
  /** Status of the answer; default 200. Any other status comes with `body`. */
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly answer?: ScriptedAnswer;
  /** Number of frames that are sent before `after` happens; default: all. */
  readonly frames?: number;
  readonly after?: 'cut' | 'stall' | 'end';
  /** Pause before each frame, ms. */
  readonly paceMs?: number;
}

interface ScriptedModel {
  readonly url: string;
  readonly requests: { path: string; headers: IncomingHttpHeaders; body: ReturnType<typeof JSON.parse> }[];
  /** Number of requests that the client ended before their answer. */
  readonly cancelled: number;
  /** Answers requests with the scenes in order; after the last, with the last again. */
  play(...scenes: readonly Scene[]): void;
  close(): Promise<void>;
}

async function startScriptedModel(wire: WireFormat): Promise<ScriptedModel> {
  const requests: ScriptedModel['requests'] = [];
  let scenes: Scene[] = [{}];
  let cancelled = 0;
  const server = createServer(async (request, response) => {
    const scene = (scenes.length > 1 ? scenes.shift() : scenes[0]) ?? {};
    response.on('close', () => {
      if (!response.writableFinished) cancelled += 1;
    });
    requests.push({ path: request.url ?? '', headers: request.headers, body: await json(request) });
    await perform(wire, scene, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    get cancelled() {
      return cancelled;
    },
    play(...next) {
      scenes = [...next];
      requests.length = 0;
      cancelled = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function perform(wire: WireFormat, scene: Scene, response: ServerResponse): Promise<void> {
  const { status = 200, headers = {}, body, answer = {}, frames, after = 'end', paceMs = 0 } = scene;
  response.writeHead(status, { 'content-type': 'text/event-stream', ...headers });
  if (body !== undefined) {
    response.end(body);
    return;
  }
  response.flushHeaders();
  for (const frame of wire.frames(answer).slice(0, frames)) {
    await delay(paceMs);
    response.write(frame);
  }
  if (after === 'end') response.end();
  // Breaks the connection after a delay, so that the part written before is sent.
  if (after === 'cut') setTimeout(() => response.destroy(), 20);
}
