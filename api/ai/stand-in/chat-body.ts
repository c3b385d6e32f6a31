/** The part of a chat-completions request that the stand-in reads. */
import { array, boolean, type InferType, mixed, object, string } from 'yup';

const call = object({
  id: string().required(),
  function: object({ name: string().required(), arguments: string().defined() }).required(),
});

export const chatBody = object({
  model: string().required(),
  stream: boolean().default(false),
  messages: array(
    object({
      role: string().oneOf(['system', 'user', 'assistant', 'tool']).required(),
      content: string().nullable().optional(),
      tool_calls: array(call).optional(),
      tool_call_id: string().optional(),
    }),
  )
    .min(1)
    .required(),
  tools: array(
    object({
      function: object({ name: string().required(), parameters: mixed<object>().optional() }).required(),
    }),
  ).default([]),
});
export type ChatBody = InferType<typeof chatBody>;
