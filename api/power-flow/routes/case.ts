/** Checks of a whole case, and of a solved state, that are sent as lists of elements. */
import { array, boolean, number, object } from 'yup';
import { reply } from '../../http/route.ts';
import { checkCase } from '../checks/check-case.ts';
import { checkState } from '../checks/check-state.ts';
import { flag, id, itemList, measured, reference, text } from '../item-list.ts';
import { CHECK, defineRoute, idGroups, messages } from './check-route.ts';

const caseLines = {
  id: reference('Line; messages name its place in the list when absent'),
  from_bus: id('Bus'),
  to_bus: id('Bus'),
  in_service: flag('false: connects nothing'),
  type: text('transformer: its ends may differ in voltage'),
  tap_ratio: measured(undefined, 'Other than 0: a transformer'),
};

const caseGenerators = {
  id: reference('Unit; messages name its place in the list when absent'),
  bus: reference('Bus'),
  q_max_mvar: measured('MVAr', 'Largest reactive power'),
  q_min_mvar: measured('MVAr', 'Smallest reactive power'),
};

const count = () => number().integer().required();

export const validateCase = defineRoute({
  ...CHECK,
  path: '/modules/power-flow/validate-case',
  summary: 'Whether a case is complete and consistent enough for a power flow',
  body: object({
    buses: itemList({ id: id('Bus'), v_nom_kv: measured('kV', 'Base voltage') }, 'Buses').required(),
    lines: itemList(caseLines, 'Lines').required(),
    generators: itemList(caseGenerators, 'Units').required(),
  }),
  example: {
    body: {
      buses: [
        { id: 1, v_nom_kv: 230 },
        { id: 2, v_nom_kv: 230 },
        { id: 3, v_nom_kv: 115 },
      ],
      lines: [
        { id: 'L1', from_bus: 1, to_bus: 2 },
        { id: 'T1', from_bus: 2, to_bus: 3, type: 'transformer' },
      ],
      generators: [{ id: 'G1', bus: 1, q_max_mvar: 50, q_min_mvar: -50 }],
    },
    reply: {
      valid: true,
      data_quality_issues: [],
      warnings: [],
      details: { buses: 3, lines: 2, generators: 1, components: [[1, 2, 3]], voltage_levels_kv: [230, 115] },
    },
  },
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'No data quality issues' }),
      data_quality_issues: messages('What must be mended'),
      warnings: messages('What is unusual'),
      details: object({
        buses: count(),
        lines: count(),
        generators: count(),
        components: idGroups('Islands, largest first'),
        voltage_levels_kv: array(number().required()).required().meta({ description: 'Descending' }),
      }).required(),
    }),
  },
  handle: async ({ body, deps }) => reply(200, checkCase(body, deps.settings)),
});

const stateBuses = {
  id: id('Bus'),
  v_nom_kv: measured('kV', 'Nominal voltage'),
  v_pu: measured('pu', 'Voltage magnitude'),
  angle_deg: measured('deg', 'Voltage angle'),
  v_min_pu: measured('pu', 'Lower limit of this bus; default PF_V_MIN_PU'),
  v_max_pu: measured('pu', 'Upper limit of this bus; default PF_V_MAX_PU'),
};

const stateLines = {
  id: reference('Line; messages name its place in the list when absent'),
  from_bus: id('Bus'),
  to_bus: id('Bus'),
  in_service: flag('false: nothing is said of its angle'),
  angle_min_deg: measured('deg', 'Lower limit of from minus to; default -PF_ANGLE_DIFFERENCE_MAX_DEG'),
  angle_max_deg: measured('deg', 'Upper limit of from minus to; default PF_ANGLE_DIFFERENCE_MAX_DEG'),
};

const stateGenerators = {
  id: reference('Unit; messages name its place in the list when absent'),
  bus: reference('Bus'),
  p_mw: measured('MW', 'Active power'),
  p_min_mw: measured('MW', 'Smallest active power'),
  p_max_mw: measured('MW', 'Largest active power'),
  q_mvar: measured('MVAr', 'Reactive power'),
  q_min_mvar: measured('MVAr', 'Smallest reactive power'),
  q_max_mvar: measured('MVAr', 'Largest reactive power'),
};

export const validatePowerFlow = defineRoute({
  ...CHECK,
  path: '/modules/power-flow/validate',
  summary: 'Whether voltages, angles and set-points are within their limits',
  body: object({
    buses: itemList(stateBuses, 'Buses').required(),
    lines: itemList(stateLines, 'Lines').default(() => []),
    generators: itemList(stateGenerators, 'Units').default(() => []),
  }),
  example: {
    body: {
      buses: [
        { id: 1, v_nom_kv: 138, v_pu: 1, angle_deg: 0 },
        { id: 2, v_nom_kv: 138, v_pu: 0.97, angle_deg: -8 },
      ],
      lines: [{ id: 'L1', from_bus: 1, to_bus: 2 }],
      generators: [{ id: 'G1', bus: 1, p_max_mw: 100, p_min_mw: 10 }],
    },
    reply: { valid: true, errors: [], warnings: [] },
  },
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'No errors' }),
      errors: messages('Values beyond a limit, and what is missing'),
      warnings: messages('Unusual values'),
    }),
  },
  handle: async ({ body, deps }) => reply(200, checkState(body, deps.settings)),
});
