/** Parts of answers common to both provider APIs: tool calls that arrive in fragments, and optional token counts. */
import type { ToolCall, Usage } from './provider.ts';

interface ToolCallFragment {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly arguments?: string | undefined;
}

export interface ToolCallFragments {
  /** Adds a fragment of a tool call. `index`: position of the call in the answer. */
  add(index: number, fragment: ToolCallFragment): void;
  /** Complete tool calls in order; throws when a call has no name. */
  end(): ToolCall[];
}

/** Assembles tool calls whose arguments arrive in fragments. */
export function collectToolCalls(): ToolCallFragments {
  const calls: { index: number; id: string; name: string; arguments: string }[] = [];
  return {
    add(index, { id, name = '', arguments: text = '' }) {
      const current = calls.findLast((call) => call.index === index);
      // Some servers give every call the index 0 and distinguish them by id.
      if (!current || (id && id !== current.id)) {
        calls.push({ index, id: id || `call_${calls.length}`, name, arguments: text });
        return;
      }
      current.name += name;
      current.arguments += text;
    },
    end: () =>
      calls.map(({ id, name, arguments: text }) => {
        if (name === '') throw new Error('a tool call without a name');
        return { id, name, arguments: text || '{}' };
      }),
  };
}

/** Token counts of a provider; null unless both are present and plausible. */
export function readUsage(promptTokens: unknown, completionTokens: unknown): Usage | null {
  return isCount(promptTokens) && isCount(completionTokens) ? { promptTokens, completionTokens } : null;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
