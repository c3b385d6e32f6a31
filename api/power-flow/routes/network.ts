/** Checks of a network by itself: whether it hangs together, its values are in their units, and its units have limits. */
import { array, boolean, mixed, number, object, string } from 'yup';
import { reply } from '../../http/route.ts';
import { checkGenerators, type MissingFields, REQUIRED_LIMITS } from '../checks/check-generators.ts';
import { checkTopology } from '../checks/check-topology.ts';
import { checkUnits, SUSPECTED_UNITS, UNIT_ELEMENTS, UNIT_FIELDS } from '../checks/check-units.ts';
import { elementId, flag, id, itemList, measured, reference } from '../item-list.ts';
import { CHECK, defineRoute, findings, idGroups, idList, messages } from './check-route.ts';

const count = () => number().integer().required();

export const validateTopology = defineRoute({
  ...CHECK,
  path: '/modules/power-flow/validate-topology',
  summary: 'Whether the lines in service connect all buses',
  query: object({ summary: boolean().default(false).meta({ description: 'Reply with counts too' }) }),
  body: object({
    buses: itemList({ id: id('Bus') }, 'Buses').required(),
    lines: itemList(
      {
        id: reference('Line; messages name its place in the list when absent'),
        from_bus: id('Bus'),
        to_bus: id('Bus'),
        in_service: flag('false: connects nothing'),
      },
      'Lines',
    ).required(),
  }),
  example: {
    body: {
      buses: [{ id: 1 }, { id: 2 }, { id: 3 }],
      lines: [
        { from_bus: 1, to_bus: 2 },
        { from_bus: 2, to_bus: 3 },
        { from_bus: 3, to_bus: 1 },
      ],
    },
    reply: { valid: true, floating_buses: [], islands: [], critical_issues: [], warnings: [] },
  },
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'No critical issues' }),
      floating_buses: idList('Buses without a line'),
      islands: idGroups('All islands, largest first; empty when the network is connected'),
      critical_issues: messages('What makes the network unfit'),
      warnings: messages('Parallel lines'),
      summary: object({
        buses: count(),
        lines: count(),
        components: count(),
        radial_buses: count().meta({ description: 'Buses with one line' }),
      })
        .optional()
        .default(undefined),
    }),
  },
  handle: async ({ query, body }) => {
    const { summary, ...checked } = checkTopology(body);
    return reply(200, query.summary ? { ...checked, summary } : checked);
  },
});

export const validateUnits = defineRoute({
  ...CHECK,
  path: '/modules/power-flow/validate-units',
  summary: 'Which values look as if they were in another unit: V or MV for kV, kVA for MVA, kW for MW',
  body: object({
    buses: itemList({ id: id('Bus'), v_nom_kv: measured('kV', 'Nominal voltage') }, 'Buses').required(),
    lines: itemList(
      {
        id: reference('Line; default: its place in the list'),
        s_nom_mva: measured('MVA', 'Rating'),
      },
      'Lines',
    ).optional(),
    generators: itemList(
      {
        id: reference('Unit; default: its place in the list'),
        p_max_mw: measured('MW', 'Maximum output'),
      },
      'Units',
    ).optional(),
  }),
  example: {
    body: {
      buses: [
        { id: 1, v_nom_kv: 138 },
        { id: 2, v_nom_kv: 13.8 },
        { id: 3, v_nom_kv: 0.48 },
      ],
    },
    reply: { valid: true, warnings: [], suspicious_values: [], details: [] },
  },
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'No suspicious values' }),
      warnings: messages('Voltages that are ambiguous or not standard'),
      suspicious_values: array(
        object({
          element_type: string().oneOf(UNIT_ELEMENTS).required(),
          id: elementId('As it was sent'),
          field: string().oneOf(UNIT_FIELDS).required(),
          value: number().nullable().defined().meta({ description: 'null = missing or not finite' }),
          suspected_unit: string()
            .oneOf([...SUSPECTED_UNITS])
            .nullable()
            .defined(),
          suggested_value: number().nullable().defined().meta({ description: 'In the unit of the field' }),
        }),
      ).required(),
      details: findings(),
    }),
  },
  handle: async ({ body, deps }) => reply(200, checkUnits(body, deps.settings)),
});

export const validateGenerators = defineRoute({
  ...CHECK,
  path: '/modules/power-flow/validate-generators',
  summary: 'Whether units have all their limits, and sensible ones',
  body: object({
    generators: itemList(
      {
        id: id('Unit'),
        p_max_mw: measured('MW', 'Largest active power'),
        p_min_mw: measured('MW', 'Smallest active power'),
        q_max_mvar: measured('MVAr', 'Largest reactive power'),
        q_min_mvar: measured('MVAr', 'Smallest reactive power'),
      },
      'Units',
    ).required(),
  }),
  example: {
    body: { generators: [{ id: 'G1', p_max_mw: 200, p_min_mw: 50, q_max_mvar: 100, q_min_mvar: -60 }] },
    reply: { valid: true, incomplete_generators: [], missing_fields: {}, warnings: [], details: [] },
  },
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'No errors' }),
      incomplete_generators: idList('Units with missing fields'),
      missing_fields: mixed<MissingFields>()
        .required()
        .meta({
          description: `By id, which of ${REQUIRED_LIMITS.join(', ')} are missing`,
          examples: [{ G1: ['q_max_mvar', 'q_min_mvar'] }],
        }),
      warnings: messages('Warnings, and errors other than missing fields'),
      details: findings(),
    }),
  },
  handle: async ({ body, deps }) => reply(200, checkGenerators(body.generators, deps.settings)),
});
