import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { followEvents, parseEvent } from '../../../../api/client/events.ts';
import { createPatientFetch } from '../../../../api/client/patient-fetch.ts';
import {
  type AnsweringServer,
  answeringServer,
  breakOff,
  sendJson,
} from '../../../support/callers/answering-server.ts';

const begin = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
};

describe('a stream of events', () => {
  let server: AnsweringServer;
  afterEach(() => server.close());

  const follow = (signal = AbortSignal.timeout(8000)) =>
    followEvents((lastId, signal) => {
      const headers = lastId === '' ? {} : { 'last-event-id': lastId };
      return createPatientFetch()(new Request(server.url, { headers, signal }));
    }, signal);
  const heard = async (signal?: AbortSignal) => {
    const events: string[] = [];
    for await (const { type, data } of follow(signal)) events.push(`${type} ${data}`);
    return events;
  };

  it('goes on from the last event when it breaks off', async () => {
    server = await answeringServer((response, _, count) => {
      begin(response);
      if (count === 1) {
        response.write(': still here\n\nid: 1\nevent: progress\ndata: {"a":1}\n\nid: 2\nevent: pro', () =>
          breakOff(response),
        );
      } else
        response.end('id: 2\nevent: progress\ndata: 2\n\nid: 3\nevent: done\ndata: 3\n\nid: 4\ndata: 4\n\n');
    });
    assert.deepEqual(await heard(), ['progress {"a":1}', 'progress 2', 'done 3']);
    assert.deepEqual(
      server.asked.map(({ headers }) => headers['last-event-id']),
      [undefined, '1'],
    );
  });

  it('ends with the refusal of a forbidden stream', async () => {
    server = await answeringServer((response) => sendJson(response, 404, { detail: 'Job not found' }));
    await assert.rejects(heard(), { status: 404, message: 'Job not found' });
    assert.equal(server.asked.length, 1);
  });

  it('ends without an error when it is aborted', async () => {
    const over = new AbortController();
    server = await answeringServer((response) => {
      begin(response);
      response.write('data: 1\n\n');
    });
    const events = [];
    for await (const event of follow(over.signal)) {
      events.push(event.data);
      over.abort();
    }
    assert.deepEqual(events, ['1']);
  });

  it('is read according to its standard', () => {
    assert.deepEqual(parseEvent('data: a\r\ndata:b\r\nid:7'), { type: 'message', id: '7', data: 'a\nb' });
    assert.equal(parseEvent(': a comment'), undefined);
  });
});
