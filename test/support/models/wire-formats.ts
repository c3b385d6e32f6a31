/** Scripted answers of a language model, and their format on the wire of each provider. */

export interface ScriptedAnswer {
  /** Text of the answer, in the fragments that are streamed. */
  readonly text?: readonly string[];
  /** Tool calls; their arguments are in fragments. */
  readonly toolCalls?: readonly {
    readonly id: string;
    readonly name: string;
    readonly arguments: readonly string[];
  }[];
  readonly usage?: { readonly prompt: number; readonly completion: number };
  readonly refused?: boolean;
}

export interface WireFormat {
  readonly path: string;
  /** Server-sent events of the answer. */
  frames(answer: ScriptedAnswer): string[];
}

/** Answers in the format of OpenAI's chat completions. */
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

/** Answers in the format of Anthropic's messages. */
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
