/** The check of units by themselves. */
import { boolean, mixed, object } from 'yup';
import { reply } from '../../http/route.ts';
import { type CheckedGenerators, checkGenerators, REQUIRED_LIMITS } from '../checks/check-generators.ts';
import { id, itemList, measured } from '../item-list.ts';
import { CHECK, defineRoute, findings, idList, messages } from './check-route.ts';

export const validateGenerators = defineRoute({
  ...CHECK,
  path: '/modules/power-flow/validate-generators',
  summary: 'Whether units have all their limits, and sensible ones',
  body: object({
    generators: itemList(
      {
        id: id('Unit'),
        p_max_mw: measured('MW', 'Largest active power'),
        p_min_mw: measured('MW', 'Smallest active power'),
        q_max_mvar: measured('MVAr', 'Largest reactive power'),
        q_min_mvar: measured('MVAr', 'Smallest reactive power'),
      },
      'Units',
    ).required(),
  }),
  example: {
    body: { generators: [{ id: 'G1', p_max_mw: 200, p_min_mw: 50, q_max_mvar: 100, q_min_mvar: -60 }] },
    reply: { valid: true, incomplete_generators: [], missing_fields: {}, warnings: [], details: [] },
  },
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'No errors' }),
      incomplete_generators: idList('Units with missing fields'),
      missing_fields: mixed<CheckedGenerators['missing_fields']>()
        .required()
        .meta({
          description: `By id, which of ${REQUIRED_LIMITS.join(', ')} are missing`,
          examples: [{ G1: ['q_max_mvar', 'q_min_mvar'] }],
        }),
      warnings: messages('Warnings, and errors other than missing fields'),
      details: findings(),
    }),
  },
  handle: async ({ body, deps }) => reply(200, checkGenerators(body.generators, deps.settings)),
});
