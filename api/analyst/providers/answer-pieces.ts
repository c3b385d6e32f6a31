/** What both formats send in pieces or leave out: tool calls, and token counts. */
import type { ToolCall, Usage } from './provider.ts';

interface ToolCallFragment {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly arguments?: string | undefined;
}

export interface ToolCallFragments {
  /** `index`: place of the call in the answer. */
  add(index: number, fragment: ToolCallFragment): void;
  /** Complete calls in order; throws when one has no name. */
  end(): ToolCall[];
}

/** Puts tool calls together whose arguments arrive in fragments. */
export function collectToolCalls(): ToolCallFragments {
  const calls: { index: number; id: string; name: string; arguments: string }[] = [];
  return {
    add(index, { id, name = '', arguments: text = '' }) {
      const known = calls.findLast((call) => call.index === index);
      // Some servers give every call the place 0 and tell them apart by id.
      if (!known || (id && id !== known.id)) {
        calls.push({ index, id: id || `call_${calls.length}`, name, arguments: text });
        return;
      }
      known.name += name;
      known.arguments += text;
    },
    end: () =>
      calls.map(({ id, name, arguments: text }) => {
        if (name === '') throw new Error('a tool call without a name');
        return { id, name, arguments: text || '{}' };
      }),
  };
}

/** Token counts as a provider gave them; null unless both are there and make sense. */
export function readUsage(promptTokens: unknown, completionTokens: unknown): Usage | null {
  return isCount(promptTokens) && isCount(completionTokens) ? { promptTokens, completionTokens } : null;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
