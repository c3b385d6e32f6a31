/** The check of a solved state: voltages, angles and set-points. */
import { boolean, object } from 'yup';
import { reply } from '../../http/route.ts';
import { checkState } from '../checks/check-state.ts';
import { flag, id, itemList, measured, reference } from '../item-list.ts';
import { CHECK, defineRoute, messages } from './check-route.ts';

const buses = {
  id: id('Bus'),
  v_nom_kv: measured('kV', 'Nominal voltage'),
  v_pu: measured('pu', 'Voltage magnitude'),
  angle_deg: measured('deg', 'Voltage angle'),
  v_min_pu: measured('pu', 'Lower limit of this bus; default PF_V_MIN_PU'),
  v_max_pu: measured('pu', 'Upper limit of this bus; default PF_V_MAX_PU'),
};

const lines = {
  id: reference('Line; messages name its place in the list when absent'),
  from_bus: id('Bus'),
  to_bus: id('Bus'),
  in_service: flag('false: nothing is said of its angle'),
  angle_min_deg: measured('deg', 'Lower limit of from minus to; default -PF_ANGLE_DIFFERENCE_MAX_DEG'),
  angle_max_deg: measured('deg', 'Upper limit of from minus to; default PF_ANGLE_DIFFERENCE_MAX_DEG'),
};

const generators = {
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
    buses: itemList(buses, 'Buses').required(),
    lines: itemList(lines, 'Lines').default(() => []),
    generators: itemList(generators, 'Units').default(() => []),
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
