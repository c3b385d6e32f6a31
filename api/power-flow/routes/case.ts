/** The check of a whole case that is sent as lists of elements. */
import { array, boolean, number, object } from 'yup';
import { reply } from '../../http/route.ts';
import { checkCase } from '../checks/check-case.ts';
import { flag, id, itemList, measured, reference, text } from '../item-list.ts';
import { CHECK, defineRoute, idGroups, messages } from './check-route.ts';

const lines = {
  id: reference('Line; messages name its place in the list when absent'),
  from_bus: id('Bus'),
  to_bus: id('Bus'),
  in_service: flag('false: connects nothing'),
  type: text('transformer: its ends may differ in voltage'),
  tap_ratio: { kind: 'measured', description: 'Other than 0: a transformer' } as const,
};

const generators = {
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
    lines: itemList(lines, 'Lines').required(),
    generators: itemList(generators, 'Units').required(),
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
