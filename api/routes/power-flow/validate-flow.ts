/** POST /modules/power-flow/validate-flow */
import { boolean, number, object, string } from 'yup';
import { optionalQuantity, quantity } from '../../../temporal/messages/units.ts';
import { checkFlow, FLOW_SEVERITIES, SIGN_CONVENTIONS } from '../../power-flow/check-flow.ts';
import { elementId } from '../../power-flow/element-id.ts';
import { defineRoute, reply } from '../../route.ts';
import { messages } from './reply-fields.ts';

export const validateFlow = defineRoute({
  method: 'post',
  path: '/modules/power-flow/validate-flow',
  summary: 'Whether the reactive flows at both ends of a line fit each other',
  tag: 'Power flow',
  auth: 'bearer',
  module: { id: 'power-flow', level: 'basic' },
  body: object({
    line_id: elementId('Line'),
    from_flow_mvar: quantity('MVAr', 'Reactive flow at the from end'),
    to_flow_mvar: quantity('MVAr', 'Reactive flow at the to end'),
    line_impedance: object({
      r_pu: quantity('pu', 'Series resistance'),
      x_pu: quantity('pu', 'Series reactance'),
    }).required(),
    p_flow_mw: optionalQuantity('MW', 'Active flow; default 0').nullable(),
    s_base_mva: optionalQuantity('MVA', 'Base of the impedance; default 100').moreThan(0).nullable(),
    sign_convention: string()
      .oneOf(SIGN_CONVENTIONS)
      .default('auto')
      .meta({ description: 'auto: by the signs of the flows' }),
  }),
  example: {
    body: {
      line_id: 'L1',
      from_flow_mvar: 52,
      to_flow_mvar: -50.5,
      line_impedance: { r_pu: 0.01, x_pu: 0.05 },
    },
    reply: {
      valid: true,
      warnings: [],
      severity: 'none',
      mismatch_mvar: 1.5,
      imbalance_percent: 2.88,
      details: {
        expected_series_loss_mvar: 1.352,
        voltage_drop_pu: 0.026,
        sign_convention: 'into_line',
        s_base_mva: 100,
      },
    },
  },
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'Neither high nor critical' }),
      warnings: messages('What is wrong or unusual'),
      severity: string().oneOf(FLOW_SEVERITIES).required(),
      mismatch_mvar: number().required().meta({ unit: 'MVAr' }),
      imbalance_percent: number().required().meta({ unit: '%', description: 'Of the larger flow' }),
      details: object({
        expected_series_loss_mvar: number().required().meta({ unit: 'MVAr' }),
        voltage_drop_pu: number().required().meta({ unit: 'pu' }),
        sign_convention: string()
          .oneOf(['into_line', 'through'] as const)
          .required(),
        s_base_mva: number().required().meta({ unit: 'MVA' }),
      }).required(),
    }),
  },
  errors: [400, 403, 413, 415, 422],
  handle: async ({ body, deps }) => reply(200, checkFlow(body, deps.settings)),
});
