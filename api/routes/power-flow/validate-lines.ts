/** POST /modules/power-flow/validate-lines */
import { boolean, object } from 'yup';
import { inSlices } from '../../../temporal/json/in-slices.ts';
import { checkLines } from '../../power-flow/check-lines.ts';
import { id, itemList, measured } from '../../power-flow/item-list.ts';
import { defineRoute, reply } from '../../route.ts';
import { findings, idGroups, messages } from './reply-fields.ts';

export const validateLines = defineRoute({
  method: 'post',
  path: '/modules/power-flow/validate-lines',
  summary: 'Whether lines have plausible parameters, and which are parallel',
  tag: 'Power flow',
  auth: 'bearer',
  module: { id: 'power-flow', level: 'basic' },
  body: object({
    lines: itemList(
      {
        id: id('Line'),
        from_bus: id('Bus'),
        to_bus: id('Bus'),
        r_ohm: measured('ohm', 'Series resistance'),
        x_ohm: measured('ohm', 'Series reactance'),
      },
      'Lines',
    ).required(),
  }),
  example: {
    body: {
      lines: [
        { id: 'L1', from_bus: 1, to_bus: 2, r_ohm: 1.2, x_ohm: 12 },
        { id: 'L2', from_bus: 2, to_bus: 3, r_ohm: 0.9, x_ohm: 8.1 },
      ],
    },
    reply: { valid: true, warnings: [], duplicate_line_pairs: [], details: [] },
  },
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'No errors' }),
      warnings: messages('Errors and warnings'),
      duplicate_line_pairs: idGroups('The first line between two buses with each later one'),
      details: findings(),
    }),
  },
  errors: [400, 403, 413, 415, 422],
  handle: async ({ body, deps }) => reply(200, await inSlices(checkLines(body.lines, deps.settings))),
});
