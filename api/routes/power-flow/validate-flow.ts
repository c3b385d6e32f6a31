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
