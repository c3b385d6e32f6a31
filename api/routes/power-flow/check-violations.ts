/** POST /modules/power-flow/check-violations */
import { array, number, object } from 'yup';
import { inSlices } from '../../../temporal/json/in-slices.ts';
import { checkLoadings } from '../../power-flow/check-loadings.ts';
import { elementId } from '../../power-flow/element-id.ts';
import { id, itemList, measured } from '../../power-flow/item-list.ts';
import { defineRoute, reply } from '../../route.ts';
import { idList, messages } from './reply-fields.ts';

export const checkViolations = defineRoute({
  method: 'post',
  path: '/modules/power-flow/check-violations',
  summary: 'Which lines carry more than their thermal limits',
  tag: 'Power flow',
  auth: 'bearer',
  module: { id: 'power-flow', level: 'basic' },
  body: object({
    lines: itemList(
      {
        id: id('Line'),
        flow_mva: measured('MVA', 'Apparent power; its sign is a direction'),
        thermal_limit_mva: measured('MVA', 'Rating; 0 or missing = unlimited'),
      },
      'Lines',
    ).required(),
  }),
  example: {
    body: {
      lines: [
        { id: 'L1', flow_mva: 120, thermal_limit_mva: 100 },
        { id: 'L2', flow_mva: 95, thermal_limit_mva: 100 },
        { id: 'L3', flow_mva: 100, thermal_limit_mva: 100 },
        { id: 'L4', flow_mva: 10, thermal_limit_mva: 100 },
      ],
    },
    reply: {
      violations: ['L1'],
      violation_details: [{ line_id: 'L1', flow_mva: 120, limit_mva: 100, loading_pct: 120 }],
      warnings: ['Line L2: loading 95% is at or above 90%', 'Line L3: loading 100% is at or above 90%'],
    },
  },
  responses: {
    200: object({
      violations: idList('Overloaded lines'),
      violation_details: array(
        object({
          line_id: elementId('As it was sent'),
          flow_mva: number().required().meta({ unit: 'MVA', description: 'Without its sign' }),
          limit_mva: number().required().meta({ unit: 'MVA' }),
          loading_pct: number().required().meta({ unit: '%' }),
        }),
      ).required(),
      warnings: messages('Lines near their limit, without one, or with a negative flow'),
    }),
  },
  errors: [400, 403, 413, 415, 422],
  handle: async ({ body, deps }) => reply(200, await inSlices(checkLoadings(body.lines, deps.settings))),
});
