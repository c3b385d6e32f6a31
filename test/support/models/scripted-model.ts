/** A provider on a loopback port that answers as it is told, one scene per request. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { ScriptedAnswer, WireFormat } from './wire-formats.ts';

export interface Scene {
  /** 200 when absent; other ones come with `body`. */
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly answer?: ScriptedAnswer;
  /** Only this many frames are sent, then `after` happens. */
  readonly frames?: number;
  readonly after?: 'cut' | 'stall' | 'end';
  /** Before each frame, ms. */
  readonly paceMs?: number;
}

export interface ScriptedModel {
  readonly url: string;
  readonly requests: { path: string; headers: IncomingHttpHeaders; body: ReturnType<typeof JSON.parse> }[];
  /** Requests that the client ended before the answer. */
  readonly cancelled: number;
  /** The last scene repeats. */
  play(...scenes: readonly Scene[]): void;
  close(): Promise<void>;
}

export async function startScriptedModel(wire: WireFormat): Promise<ScriptedModel> {
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
  // What was written must leave before the connection breaks.
  if (after === 'cut') setTimeout(() => response.destroy(), 20);
}
