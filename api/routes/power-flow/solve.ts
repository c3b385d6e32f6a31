/** POST /modules/power-flow/solve */
import { array, number, object, string } from 'yup';
import { inSlices } from '../../../temporal/json/in-slices.ts';
import { ADJUSTMENT_REASONS, adjustLines } from '../../power-flow/adjust-lines.ts';
import { elementId } from '../../power-flow/element-id.ts';
import { id, itemList, measured } from '../../power-flow/item-list.ts';
import { defineRoute, reply } from '../../route.ts';

const parameters = object({
  r_ohm: number().required().meta({ unit: 'ohm' }),
  x_ohm: number().required().meta({ unit: 'ohm' }),
  s_nom_mva: number().nullable().defined().meta({ unit: 'MVA', description: 'null = unlimited' }),
});

export const preparePowerFlow = defineRoute({
  method: 'post',
  path: '/modules/power-flow/solve',
  summary: 'Line parameters as a power flow can use them: zero impedances become small ones',
  tag: 'Power flow',
  auth: 'bearer',
  module: { id: 'power-flow', level: 'basic' },
  body: object({
    lines: itemList(
      {
        id: id('Line'),
        r_ohm: measured('ohm', 'Series resistance'),
        x_ohm: measured('ohm', 'Series reactance'),
        s_nom_mva: measured('MVA', 'Rating; 0 or missing = unlimited'),
      },
      'Lines',
    ).required(),
  }),
  example: {
    body: {
      lines: [
        { id: 'L1', r_ohm: 1.2, x_ohm: 12, s_nom_mva: 300 },
        { id: 'TIE', r_ohm: 0, x_ohm: 0, s_nom_mva: 500 },
      ],
    },
    reply: {
      status: 'adjusted',
      adjusted_lines: [
        {
          id: 'TIE',
          r_ohm: 0,
          x_ohm: 0.001,
          s_nom_mva: 500,
          reason: 'zero_impedance',
          original: { r_ohm: 0, x_ohm: 0, s_nom_mva: 500 },
        },
      ],
      warnings: ['Line TIE: impedance 0 ohm below 0.001 ohm; x_ohm set to 0.001'],
      processing_notes: ['Processed 2 line(s): 1 adjusted, 0 rejected'],
    },
  },
  responses: {
    200: object({
      status: string()
        .oneOf(['success', 'adjusted', 'error'] as const)
        .required()
        .meta({ description: 'error: a line was rejected' }),
      adjusted_lines: array(
        parameters.shape({
          id: elementId('As it was sent'),
          reason: string().oneOf(ADJUSTMENT_REASONS).required(),
          original: parameters.required(),
        }),
      ).required(),
      warnings: array(string().required()).required(),
      processing_notes: array(string().required()).required(),
    }),
  },
  errors: [400, 403, 413, 415, 422],
  handle: async ({ body, deps }) => reply(200, await inSlices(adjustLines(body.lines, deps.settings))),
});
