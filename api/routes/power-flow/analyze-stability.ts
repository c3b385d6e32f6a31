/** POST /modules/power-flow/analyze-stability */
import { boolean, number, object, string } from 'yup';
import { inSlices } from '../../../temporal/json/in-slices.ts';
import { quantity } from '../../../temporal/messages/units.ts';
import { checkReactiveSupply } from '../../power-flow/check-reactive-supply.ts';
import { elementId } from '../../power-flow/element-id.ts';
import { itemList, measured, reference } from '../../power-flow/item-list.ts';
import { defineRoute, reply } from '../../route.ts';
import { messages } from './reply-fields.ts';

export const analyzeStability = defineRoute({
  method: 'post',
  path: '/modules/power-flow/analyze-stability',
  summary: 'Whether the reactive sources at a bus cover its reactive load',
  tag: 'Power flow',
  auth: 'bearer',
  module: { id: 'power-flow', level: 'basic' },
  body: object({
    bus_id: elementId('Bus'),
    load_mvar: quantity('MVAr', 'Reactive load; negative = capacitive'),
    available_sources: itemList(
      {
        id: reference('Source; default: its place in the list'),
        q_max_mvar: measured('MVAr', 'Most that it supplies'),
        q_min_mvar: measured('MVAr', 'Least that it supplies; negative = absorbs'),
      },
      'Reactive sources at the bus',
    ).required(),
  }),
  example: {
    body: {
      bus_id: 5,
      load_mvar: 100,
      available_sources: [
        { id: 'G1', q_max_mvar: 80, q_min_mvar: -40 },
        { id: 'SVC', q_max_mvar: 50, q_min_mvar: -50 },
      ],
    },
    reply: {
      feasible: true,
      reason: 'Reactive supply 130 MVAr covers 100 MVAr at bus 5',
      details: {
        total_available_mvar: 130,
        deficit_mvar: 0,
        required_mvar: 100,
        margin_percent: 30,
        warnings: [],
      },
    },
  },
  responses: {
    200: object({
      feasible: boolean().required(),
      reason: string().required(),
      details: object({
        total_available_mvar: number().required().meta({ unit: 'MVAr' }),
        deficit_mvar: number().required().meta({ unit: 'MVAr' }),
        required_mvar: number().required().meta({ unit: 'MVAr' }),
        margin_percent: number()
          .nullable()
          .defined()
          .meta({ unit: '%', description: 'Surplus as a share of the load; null without load' }),
        warnings: messages('Sources that do not count, and a thin margin'),
      }).required(),
    }),
  },
  errors: [400, 403, 413, 415, 422],
  handle: async ({ body, deps }) => reply(200, await inSlices(checkReactiveSupply(body, deps.settings))),
});
