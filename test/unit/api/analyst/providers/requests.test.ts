/** Conversations in the format of each provider, and deviations of servers that are nearly compatible. */
import assert from 'node:assert/strict';
import { collectToolCalls } from '../../../../../api/analyst/providers/answer-pieces.ts';
import { toAnthropicRequest } from '../../../../../api/analyst/providers/anthropic.ts';
import { toOpenAiRequest } from '../../../../../api/analyst/providers/open-ai.ts';
import type { Turn } from '../../../../../api/analyst/providers/provider.ts';
import { aRequest } from '../../../../support/models/read-answer.ts';

const TURNS: readonly Turn[] = [
  { role: 'user', content: 'Prices?' },
  {
    role: 'assistant',
    content: '',
    toolCalls: [
      { id: 'a', name: 'get_lmp', arguments: '{"bus":3}' },
      { id: 'b', name: 'get_lmp', arguments: 'not json' },
    ],
  },
  { role: 'tool', callId: 'a', name: 'get_lmp', content: '20' },
  { role: 'tool', callId: 'b', name: 'get_lmp', content: 'wrong arguments' },
  { role: 'assistant', content: 'It is 20.', toolCalls: [] },
  { role: 'user', content: 'Sure?' },
];
const TOOLS = [{ name: 'get_lmp', description: 'Prices.', parameters: { type: 'object', properties: {} } }];

describe('a conversation', () => {
  it('goes to OpenAI as messages of four roles', () => {
    const { messages, tools } = toOpenAiRequest(aRequest({ turns: TURNS, tools: TOOLS }), 'm', true);
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['system', 'user', 'assistant', 'tool', 'tool', 'assistant', 'user'],
    );
    assert.deepEqual(messages[3], { role: 'tool', tool_call_id: 'a', content: '20' });
    assert.deepEqual(messages[5], { role: 'assistant', content: 'It is 20.' });
    assert.equal(tools?.length, 1);
  });

  it('limits the answer in the word that the server knows', () => {
    const modern = toOpenAiRequest(aRequest(), 'm', true);
    assert.deepEqual([modern.max_completion_tokens, modern.max_tokens], [100, undefined]);
    const other = toOpenAiRequest(aRequest(), 'm', false);
    assert.deepEqual([other.max_completion_tokens, other.max_tokens], [undefined, 100]);
    assert.equal('tools' in other, false);
  });

  it('goes to Anthropic with roles that take turns', () => {
    const { messages, tools, system } = toAnthropicRequest(aRequest({ turns: TURNS, tools: TOOLS }), 'm');
    assert.equal(system, 'You explain results.');
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'user', 'assistant', 'user'],
    );
    assert.deepEqual(messages[1]?.content, [
      { type: 'tool_use', id: 'a', name: 'get_lmp', input: { bus: 3 } },
      { type: 'tool_use', id: 'b', name: 'get_lmp', input: {} },
    ]);
    assert.deepEqual(messages[2]?.content, [
      { type: 'tool_result', tool_use_id: 'a', content: '20' },
      { type: 'tool_result', tool_use_id: 'b', content: 'wrong arguments' },
    ]);
    assert.equal(tools?.length, 1);
  });

  it('leaves out an answer that was empty', () => {
    const turns: Turn[] = [
      { role: 'user', content: 'Hello?' },
      { role: 'assistant', content: '', toolCalls: [] },
      { role: 'user', content: 'Anybody?' },
    ];
    const { messages } = toAnthropicRequest(aRequest({ turns }), 'm');
    assert.deepEqual(messages, [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hello?' },
          { type: 'text', text: 'Anybody?' },
        ],
      },
    ]);
  });
});

describe('collectToolCalls', () => {
  it('distinguishes calls of the same place by their ids', () => {
    const calls = collectToolCalls();
    calls.add(0, { id: 'a', name: 'f', arguments: '{}' });
    calls.add(0, { id: 'b', name: 'g' });
    calls.add(0, { arguments: '{"x":' });
    calls.add(0, { id: 'b', arguments: '1}' });
    assert.deepEqual(calls.end(), [
      { id: 'a', name: 'f', arguments: '{}' },
      { id: 'b', name: 'g', arguments: '{"x":1}' },
    ]);
  });

  it('gives calls an id when the server does not, and refuses calls of nothing', () => {
    const calls = collectToolCalls();
    calls.add(0, { name: 'f' });
    calls.add(1, { name: 'g' });
    assert.deepEqual(
      calls.end().map(({ id }) => id),
      ['call_0', 'call_1'],
    );
    calls.add(2, { arguments: '{}' });
    assert.throws(() => calls.end(), /without a name/);
  });
});
