/** Reads a streamed answer in the format of Anthropic's messages. */
import type {
  RawContentBlockDeltaEvent,
  RawContentBlockStartEvent,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages';
import type { AnswerReader } from './adapter.ts';
import { readUsage } from './read-usage.ts';
import { collectToolCalls, type ToolCallFragments } from './tool-call-fragments.ts';

export function createAnthropicReader(): AnswerReader<RawMessageStreamEvent> {
  const toolCalls = collectToolCalls();
  let promptTokens: number | undefined;
  let completionTokens: number | undefined;
  let refused = false;
  let complete = false;
  return {
    read(event) {
      if (event.type === 'message_start') promptTokens = countPrompt(event.message.usage);
      else if (event.type === 'content_block_start') return readStart(event, toolCalls);
      else if (event.type === 'content_block_delta') return readDelta(event, toolCalls);
      else if (event.type === 'message_delta') {
        completionTokens = event.usage?.output_tokens;
        refused ||= event.delta.stop_reason === 'refusal';
      } else if (event.type === 'message_stop') complete = true;
      return '';
    },
    end() {
      if (!complete) throw new Error('the answer ends without message_stop');
      const usage = readUsage(promptTokens, completionTokens);
      return { type: 'end', toolCalls: toolCalls.end(), usage, refused };
    },
  };
}

interface PromptUsage {
  readonly input_tokens?: number;
  readonly cache_creation_input_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
}

/** What was read from the cache is counted apart. */
const countPrompt = (usage?: PromptUsage): number | undefined =>
  usage?.input_tokens === undefined
    ? undefined
    : usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);

function readStart({ index, content_block: block }: RawContentBlockStartEvent, toolCalls: ToolCallFragments) {
  if (block.type === 'tool_use') toolCalls.add(index, { id: block.id, name: block.name });
  return block.type === 'text' ? block.text : '';
}

function readDelta({ index, delta }: RawContentBlockDeltaEvent, toolCalls: ToolCallFragments) {
  if (delta.type === 'input_json_delta') toolCalls.add(index, { arguments: delta.partial_json });
  return delta.type === 'text_delta' ? delta.text : '';
}
