/** POST /model-tuner/ai/validate */
import { validatePrompt } from '../../commands/validate-prompt.ts';
import { defineRoute, reply } from '../../route.ts';
import { promptBody, promptVerdict } from '../../schemas/prompt-check.ts';

export const validateTunerPrompt = defineRoute({
  method: 'post',
  path: '/model-tuner/ai/validate',
  summary: 'Whether a prompt may be submitted, and which rules it met',
  tag: 'Model tuner',
  auth: 'bearer',
  module: { id: 'model-tuner', level: 'basic' },
  body: promptBody,
  example: { body: { prompt: 'Build a model of 24 hours with a reserve of 5 %', channel: 'model_tuner' } },
  responses: { 200: promptVerdict },
  errors: [400, 403, 413, 415, 422],
  handle: async ({ body, user, request, deps }) => {
    return reply(200, await validatePrompt(deps, body, { user, request }));
  },
});
