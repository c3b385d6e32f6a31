/** Checks of a whole case, and of a solved state, submitted as lists of elements. */
import { array, boolean, number, object } from 'yup';
import { reply } from '../../http/route.ts';
import { checkCase } from '../checks/check-case.ts';
import { checkState } from '../checks/check-state.ts';
import { flag, id, itemList, measured, reference, text } from '../item-list.ts';
import { checkOf, defineRoute, idGroups, messages } from './check-route.ts';

const caseLines = {
  id: reference('Id of the line; default in messages: its position in the list'),
  from_bus: id('Bus'),
  to_bus: id('Bus'),
  in_service: flag('false: connects nothing'),
  type: text('transformer: its ends may differ in voltage'),
  tap_ratio: measured(undefined, 'Other than 0: a transformer'),
};

const caseGenerators = {
  id: reference('Id of the unit; default in messages: its position in the list'),
  bus: reference('Bus'),
  q_max_mvar: measured('MVAr', 'Largest reactive power'),
  q_min_mvar: measured('MVAr', 'Smallest reactive power'),
};

const count = () => number().integer().required();

export const validateCase = defineRoute({
  ...checkOf('validate-case'),
  summary: 'Check that a case is complete and consistent enough for a power flow',
  body: object({
    buses: itemList({ id: id('Bus'), v_nom_kv: measured('kV', 'Base voltage') }, 'Buses').required(),
    lines: itemList(caseLines, 'Lines').required(),
    generators: itemList(caseGenerators, 'Units').required(),
  }),
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'No data quality issues' }),
      data_quality_issues: messages('Problems that must be corrected'),
      warnings: messages('Unusual values'),
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
  id: reference('Id of the line; default in messages: its position in the list'),
  from_bus: id('Bus'),
  to_bus: id('Bus'),
  in_service: flag('false: the angle difference is not checked'),
  angle_min_deg: measured(
    'deg',
    'Lower limit of the angle at from minus that at to; default -PF_ANGLE_DIFFERENCE_MAX_DEG',
  ),
  angle_max_deg: measured(
    'deg',
    'Upper limit of the angle at from minus that at to; default PF_ANGLE_DIFFERENCE_MAX_DEG',
  ),
};

const stateGenerators = {
  id: reference('Id of the unit; default in messages: its position in the list'),
  bus: reference('Bus'),
  p_mw: measured('MW', 'Active power'),
  p_min_mw: measured('MW', 'Smallest active power'),
  p_max_mw: measured('MW', 'Largest active power'),
  q_mvar: measured('MVAr', 'Reactive power'),
  q_min_mvar: measured('MVAr', 'Smallest reactive power'),
  q_max_mvar: measured('MVAr', 'Largest reactive power'),
};

export const validatePowerFlow = defineRoute({
  ...checkOf('validate'),
  summary: 'Check that voltages, angles and set-points are within their limits',
  body: object({
    buses: itemList(stateBuses, 'Buses').required(),
    lines: itemList(stateLines, 'Lines').default(() => []),
    generators: itemList(stateGenerators, 'Units').default(() => []),
  }),
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'No errors' }),
      errors: messages('Values beyond a limit, and missing values'),
      warnings: messages('Unusual values'),
    }),
  },
  handle: async ({ body, deps }) => reply(200, checkState(body, deps.settings)),
});
