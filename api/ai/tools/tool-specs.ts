/** Tools as a model is told of them. */
import { toJsonSchema } from '../../openapi/json-schema.ts';
import type { ToolSpec } from '../provider.ts';
import type { AnyTool } from './tool.ts';

export const toToolSpecs = (tools: readonly AnyTool[]): ToolSpec[] =>
  tools.map(({ name, description, parameters }) => ({
    name,
    description,
    parameters: toJsonSchema(parameters),
  }));
