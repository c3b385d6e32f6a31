/** GET /model-builder/models */
import { array, object } from 'yup';
import { PCM_MODELS } from '../../../temporal/pcm-models.ts';
import { toPcmModelView } from '../../model-builder/pcm-model-view.ts';
import { defineRoute, reply } from '../../route.ts';
import { pcmModelSchema } from '../../schemas/pcm-model.ts';

export const listModels = defineRoute({
  method: 'get',
  path: '/model-builder/models',
  summary: 'Production-cost models that can be run',
  tag: 'Model builder',
  auth: 'bearer',
  module: { id: 'model-builder', level: 'basic' },
  responses: { 200: object({ models: array(pcmModelSchema).required() }) },
  handle: async () => reply(200, { models: PCM_MODELS.map(toPcmModelView) }),
});
