/** Answers in the format of Anthropic's messages. */
import type { ScriptedAnswer, WireFormat } from './wire-format.ts';

const event = (type: string, more: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;

function block(index: number, start: object, deltas: readonly object[]): string[] {
  return [
    event('content_block_start', { index, content_block: start }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ];
}

function stopReason({ refused, toolCalls = [] }: ScriptedAnswer) {
  if (refused) return 'refusal';
  return toolCalls.length > 0 ? 'tool_use' : 'end_turn';
}

export const anthropicWire: WireFormat = {
  path: '/v1/messages',
  frames: (answer) => [
    event('message_start', {
      message: {
        id: 'm1',
        role: 'assistant',
        content: [],
        ...(answer.usage && { usage: { input_tokens: answer.usage.prompt - 2, cache_read_input_tokens: 2 } }),
      },
    }),
    event('ping', {}),
    ...block(
      0,
      { type: 'text', text: '' },
      (answer.text ?? []).map((text) => ({ type: 'text_delta', text })),
    ),
    ...(answer.toolCalls ?? []).flatMap((call, index) =>
      block(
        index + 1,
        { type: 'tool_use', id: call.id, name: call.name, input: {} },
        call.arguments.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      ),
    ),
    event('message_delta', {
      delta: { stop_reason: stopReason(answer) },
      ...(answer.usage && { usage: { output_tokens: answer.usage.completion } }),
    }),
    event('message_stop', {}),
  ],
};
