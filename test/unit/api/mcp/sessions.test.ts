/** Sessions of MCP clients are bounded, and end when nobody calls. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createSessions } from '../../../../api/mcp/sessions.ts';

describe('sessions of MCP clients', () => {
  let nowMs = 0;
  const make = (most = 3, mostOfOwner = 2) => {
    const sessions = createSessions({ most, mostOfOwner, idleMs: 1000 }, () => nowMs);
    const open = (id: string, owner: string): boolean => {
      if (!sessions.makeRoom(owner)) return false;
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => id });
      transport.onclose = () => sessions.remove(id);
      sessions.add(id, { transport, owner, open: 0, usedAtMs: nowMs });
      return true;
    };
    return { sessions, open };
  };
  beforeEach(() => {
    nowMs = 0;
  });

  it('are found by their owner alone', () => {
    const { sessions, open } = make();
    open('a', 'ada');
    assert.ok(sessions.find('a', 'ada'));
    assert.equal(sessions.find('a', 'bob'), undefined);
  });
  it('of one owner make room for each other, and never push out those of another', async () => {
    const { sessions, open } = make();
    assert.ok(open('a1', 'ada'));
    nowMs = 1;
    assert.ok(open('a2', 'ada') && open('a3', 'ada'));
    await Promise.resolve();
    assert.equal(sessions.find('a1', 'ada'), undefined);
    assert.ok(open('b1', 'bob'));
    assert.equal(open('c1', 'eve'), false);
    assert.equal(sessions.size(), 3);
  });
  it('end when nobody has called for long, but not amid a call', async () => {
    const { sessions, open } = make();
    open('a', 'ada');
    open('b', 'bob');
    const reply = new EventEmitter();
    const busy = sessions.find('b', 'bob');
    assert.ok(busy);
    sessions.use(busy, (over) => reply.once('close', over));
    nowMs = 1001;
    sessions.endIdle();
    await Promise.resolve();
    assert.equal(sessions.size(), 1);
    reply.emit('close');
    nowMs = 2500;
    sessions.endIdle();
    await Promise.resolve();
    assert.equal(sessions.size(), 0);
  });
});
