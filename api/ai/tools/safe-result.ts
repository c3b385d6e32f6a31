/** A result without texts that read like orders: names come from users, and a model is to take them as data. */
import { checkToolData } from '../guardrail/check-tool-data.ts';
import type { ToolResult } from './tool.ts';

export function safeResult({ statement, data }: ToolResult): ToolResult {
  const checked = checkToolData(data);
  const said = checkToolData(statement).data;
  return {
    statement: typeof said === 'string' ? said : '',
    data: typeof checked.data === 'object' && checked.data !== null ? checked.data : {},
  };
}
