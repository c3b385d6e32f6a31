/** POST /modules/power-flow/validate-line */
import { array, boolean, number, object, string } from 'yup';
import { quantity } from '../../../temporal/messages/units.ts';
import { checkLine } from '../../power-flow/check-line.ts';
import { elementId } from '../../power-flow/element-id.ts';
import { defineRoute, reply } from '../../route.ts';

export const validateLine = defineRoute({
  method: 'post',
  path: '/modules/power-flow/validate-line',
  summary: 'Whether the parameters of one line are physically plausible',
  tag: 'Power flow',
  auth: 'bearer',
  module: { id: 'power-flow', level: 'basic' },
  body: object({
    id: elementId('Line'),
    r_ohm: quantity('ohm', 'Series resistance'),
    x_ohm: quantity('ohm', 'Series reactance'),
  }),
  example: {
    body: { id: 'L1', r_ohm: 3, x_ohm: 24 },
    reply: {
      valid: true,
      error: null,
      details: { id: 'L1', r_ohm: 3, x_ohm: 24, z_ohm: 24.1868, r_x_ratio: 0.125, warnings: [] },
    },
  },
  responses: {
    200: object({
      valid: boolean().required(),
      error: string().nullable().defined(),
      details: object({
        id: elementId('As it was sent'),
        r_ohm: number().required().meta({ unit: 'ohm' }),
        x_ohm: number().required().meta({ unit: 'ohm' }),
        z_ohm: number().required().meta({ unit: 'ohm' }),
        r_x_ratio: number().nullable().defined().meta({ description: 'null when x_ohm is 0' }),
        warnings: array(string().required()).required(),
      }).required(),
    }),
  },
  errors: [400, 403, 413, 415, 422],
  handle: async ({ body, deps }) => reply(200, checkLine(body, deps.settings)),
});
