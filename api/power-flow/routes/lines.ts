/** Checks of lines by themselves, and what a power flow would make of them. */
import { array, boolean, number, object, string } from 'yup';
import { quantity } from '../../../temporal/case/messages/units.ts';
import { reply } from '../../http/route.ts';
import { ADJUSTMENT_REASONS, adjustLines } from '../checks/adjust-lines.ts';
import { checkLine, checkLines } from '../checks/check-lines.ts';
import { elementId, id, itemList, measured } from '../item-list.ts';
import { CHECK, defineRoute, findings, idGroups, messages } from './check-route.ts';

export const validateLine = defineRoute({
  ...CHECK,
  path: '/modules/power-flow/validate-line',
  summary: 'Whether the parameters of one line are physically plausible',
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
  handle: async ({ body, deps }) => reply(200, checkLine(body, deps.settings)),
});

export const validateLines = defineRoute({
  ...CHECK,
  path: '/modules/power-flow/validate-lines',
  summary: 'Whether lines have plausible parameters, and which are parallel',
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
  handle: async ({ body, deps }) => reply(200, checkLines(body.lines, deps.settings)),
});

const parameters = object({
  r_ohm: number().required().meta({ unit: 'ohm' }),
  x_ohm: number().required().meta({ unit: 'ohm' }),
  s_nom_mva: number().nullable().defined().meta({ unit: 'MVA', description: 'null = unlimited' }),
});

export const preparePowerFlow = defineRoute({
  ...CHECK,
  path: '/modules/power-flow/solve',
  summary: 'Line parameters as a power flow can use them: zero impedances become small ones',
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
  handle: async ({ body, deps }) => reply(200, adjustLines(body.lines, deps.settings)),
});
