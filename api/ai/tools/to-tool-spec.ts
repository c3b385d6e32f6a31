/** A tool as a model is told of it; its parameters are closed, as `runTool` takes them. */
import { toJsonSchema } from '../../../temporal/contract/json-schema.ts';
import type { ToolSpec } from '../provider.ts';
import type { AnyTool } from './tool.ts';

export const toToolSpec = ({ name, description, parameters }: AnyTool): ToolSpec => ({
  name,
  description,
  parameters: { ...toJsonSchema(parameters), additionalProperties: false },
});
