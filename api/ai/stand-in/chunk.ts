/** One piece of a streamed answer, in the format of OpenAI's chat completions. */
export interface ChunkOf {
  readonly model: string;
  readonly delta?: object;
  readonly finishReason?: string;
  readonly usage?: object;
}

export function toChunk({ model, delta = {}, finishReason, usage }: ChunkOf): object {
  const choice = { index: 0, delta, finish_reason: finishReason ?? null };
  return {
    id: 'stand-in',
    object: 'chat.completion.chunk',
    created: 0,
    model,
    choices: usage ? [] : [choice],
    ...(usage && { usage }),
  };
}
