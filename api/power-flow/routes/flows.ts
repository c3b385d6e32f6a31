/** Checks of flows over lines: against their thermal limits, and of both ends against each other. */
import { array, boolean, number, object, string } from 'yup';
import { optionalQuantity, quantity } from '../../../temporal/case/messages/units.ts';
import { reply } from '../../http/route.ts';
import { checkFlow, FLOW_SEVERITIES, SIGN_CONVENTIONS } from '../checks/check-flow.ts';
import { checkLoadings } from '../checks/check-loadings.ts';
import { elementId, id, itemList, measured } from '../item-list.ts';
import { CHECK, defineRoute, idList, messages } from './check-route.ts';

export const checkViolations = defineRoute({
  ...CHECK,
  path: '/modules/power-flow/check-violations',
  summary: 'Which lines carry more than their thermal limits',
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
  handle: async ({ body, deps }) => reply(200, checkLoadings(body.lines, deps.settings)),
});

export const validateFlow = defineRoute({
  ...CHECK,
  path: '/modules/power-flow/validate-flow',
  summary: 'Whether the reactive flows at both ends of a line fit each other',
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
  handle: async ({ body, deps }) => reply(200, checkFlow(body, deps.settings)),
});
