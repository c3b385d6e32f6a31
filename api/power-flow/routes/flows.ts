/** Checks of line flows, of reactive sources (voltage) and of inertia (frequency). */
import { array, boolean, number, object, string } from 'yup';
import { finite, optionalQuantity, quantity } from '../../../temporal/case/elements/units.ts';
import { reply } from '../../http/route.ts';
import { checkContingency } from '../checks/check-contingency.ts';
import { checkFlow, FLOW_SEVERITIES, SIGN_CONVENTIONS } from '../checks/check-flow.ts';
import { checkLoadings } from '../checks/check-loadings.ts';
import { checkReactiveSupply } from '../checks/check-reactive-supply.ts';
import { elementId, id, itemList, measured, reference } from '../item-list.ts';
import { checkOf, defineRoute, idList, messages } from './check-route.ts';

export const checkViolations = defineRoute({
  ...checkOf('check-violations'),
  summary: 'Find lines loaded beyond their thermal limits',
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
  responses: {
    200: object({
      violations: idList('Overloaded lines'),
      violation_details: array(
        object({
          line_id: elementId('Id as sent'),
          flow_mva: number().required().meta({ unit: 'MVA', description: 'Magnitude of the apparent power' }),
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
  ...checkOf('validate-flow'),
  summary: 'Check that the reactive flows at both ends of a line match',
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
      warnings: messages('Errors and unusual values'),
      severity: string().oneOf(FLOW_SEVERITIES).required(),
      mismatch_mvar: number().required().meta({ unit: 'MVAr' }),
      imbalance_percent: number()
        .required()
        .meta({ unit: '%', description: 'Mismatch relative to the larger flow' }),
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

export const analyzeStability = defineRoute({
  ...checkOf('analyze-stability'),
  summary: 'Check that the reactive sources at a bus cover its reactive load',
  body: object({
    bus_id: elementId('Bus'),
    load_mvar: quantity('MVAr', 'Reactive load; negative = capacitive'),
    available_sources: itemList(
      {
        id: reference('Id of the source; default: its position in the list'),
        q_max_mvar: measured('MVAr', 'Largest reactive power supplied'),
        q_min_mvar: measured('MVAr', 'Smallest reactive power supplied; negative = absorbs'),
      },
      'Reactive sources at the bus',
    ).required(),
  }),
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
  handle: async ({ body, deps }) => reply(200, checkReactiveSupply(body, deps.settings)),
});

const imbalance = (description: string) =>
  number()
    .nullable()
    .defined()
    .meta({ unit: 'MW', description: `${description}; null without inertia` });

export const validateContingency = defineRoute({
  ...checkOf('validate-contingency'),
  summary: 'Check that the inertia of a system withstands the rate of change of frequency of a contingency',
  body: object({
    contingency: string().required().meta({ description: 'Name of the contingency' }),
    system_inertia_mw_s: finite()
      .required()
      .meta({ description: 'Kinetic energy of the rotating masses, MW s' }),
    projected_rate_of_change_freq: quantity('Hz/s', 'Rate of change of frequency; its sign does not matter'),
    power_imbalance_mw: optionalQuantity('MW', 'Lost power').nullable(),
    nominal_frequency_hz: optionalQuantity('Hz', 'Default: GRID_FREQUENCY_HZ').moreThan(0).nullable(),
    rocof_limit_hz_s: optionalQuantity('Hz/s', 'Default: PF_ROCOF_LIMIT_HZ_S').moreThan(0).nullable(),
  }),
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'No violations' }),
      violations: messages('Exceeded limits'),
      warnings: messages('Unusual values'),
      details: object({
        contingency: string().required(),
        rocof_hz_s: number()
          .required()
          .meta({ unit: 'Hz/s', description: 'Magnitude of the rate of change of frequency' }),
        rocof_limit_hz_s: number().required().meta({ unit: 'Hz/s' }),
        nominal_frequency_hz: number().required().meta({ unit: 'Hz' }),
        implied_imbalance_mw: imbalance('Power whose loss changes the frequency at this rate'),
        max_imbalance_mw_at_limit: imbalance('Power whose loss changes the frequency at the limit'),
      }).required(),
    }),
  },
  handle: async ({ body, deps }) => reply(200, checkContingency(body, deps.settings)),
});
