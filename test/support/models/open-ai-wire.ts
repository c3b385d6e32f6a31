/** Answers in the format of OpenAI's chat completions. */
import type { ScriptedAnswer, WireFormat } from './wire-format.ts';

const frame = (choice: object | undefined, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', choices: choice ? [choice] : [], ...more })}\n\n`;
const delta = (content: object) => frame({ index: 0, delta: content, finish_reason: null });

function finishReason({ refused, toolCalls = [] }: ScriptedAnswer) {
  if (refused) return 'content_filter';
  return toolCalls.length > 0 ? 'tool_calls' : 'stop';
}

export const openAiWire: WireFormat = {
  path: '/chat/completions',
  frames: (answer) => [
    delta({ role: 'assistant', content: '' }),
    ...(answer.text ?? []).map((content) => delta({ content })),
    ...(answer.toolCalls ?? []).flatMap((call, index) => [
      delta({
        tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }],
      }),
      ...call.arguments.map((text) => delta({ tool_calls: [{ index, function: { arguments: text } }] })),
    ]),
    frame({ index: 0, delta: {}, finish_reason: finishReason(answer) }),
    ...(answer.usage
      ? [
          frame(undefined, {
            usage: { prompt_tokens: answer.usage.prompt, completion_tokens: answer.usage.completion },
          }),
        ]
      : []),
    'data: [DONE]\n\n',
  ],
};
