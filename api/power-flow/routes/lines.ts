/** Checks of lines, and their parameters prepared for a power flow. */
import { array, boolean, number, object, string } from 'yup';
import { quantity } from '../../../temporal/case/elements/units.ts';
import { reply } from '../../http/route.ts';
import { ADJUSTMENT_REASONS, adjustLines } from '../checks/adjust-lines.ts';
import { checkLine, checkLines } from '../checks/check-lines.ts';
import { elementId, id, itemList, measured } from '../item-list.ts';
import { checkOf, defineRoute, findings, idGroups, messages } from './check-route.ts';

export const validateLine = defineRoute({
  ...checkOf('validate-line'),
  summary: 'Check that the parameters of one line are physically plausible',
  body: object({
    id: elementId('Line'),
    r_ohm: quantity('ohm', 'Series resistance'),
    x_ohm: quantity('ohm', 'Series reactance'),
  }),
  responses: {
    200: object({
      valid: boolean().required(),
      error: string().nullable().defined(),
      details: object({
        id: elementId('Id as sent'),
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
  ...checkOf('validate-lines'),
  summary: 'Check that lines have plausible parameters, and find parallel ones',
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
  ...checkOf('solve'),
  summary: 'Prepare line parameters for a power flow: zero impedances become small ones',
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
  responses: {
    200: object({
      status: string()
        .oneOf(['success', 'adjusted', 'error'] as const)
        .required()
        .meta({ description: 'error: a line was rejected' }),
      adjusted_lines: array(
        parameters.shape({
          id: elementId('Id as sent'),
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
