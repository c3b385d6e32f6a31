/** Checks of a network: connectivity, units of values, limits of generators. */
import { array, boolean, mixed, number, object, string } from 'yup';
import { reply } from '../../http/route.ts';
import { checkGenerators, type MissingFields, REQUIRED_LIMITS } from '../checks/check-generators.ts';
import { checkTopology } from '../checks/check-topology.ts';
import { checkUnits, SUSPECTED_UNITS, UNIT_ELEMENTS, UNIT_FIELDS } from '../checks/check-units.ts';
import { elementId, flag, id, itemList, measured, reference } from '../item-list.ts';
import { checkOf, defineRoute, findings, idGroups, idList, messages } from './check-route.ts';

const count = () => number().integer().required();

export const validateTopology = defineRoute({
  ...checkOf('validate-topology'),
  summary: 'Check that the lines in service connect all buses',
  query: object({ summary: boolean().default(false).meta({ description: 'Also return counts' }) }),
  body: object({
    buses: itemList({ id: id('Bus') }, 'Buses').required(),
    lines: itemList(
      {
        id: reference('Id of the line; default in messages: its position in the list'),
        from_bus: id('Bus'),
        to_bus: id('Bus'),
        in_service: flag('false: connects nothing'),
      },
      'Lines',
    ).required(),
  }),
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'No critical issues' }),
      floating_buses: idList('Buses without a line'),
      islands: idGroups('All islands, largest first; empty when the network is connected'),
      critical_issues: messages('Problems that make the network unusable'),
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
  ...checkOf('validate-units'),
  summary: 'Find values that appear to be in another unit: V or MV for kV, kVA for MVA, kW for MW',
  body: object({
    buses: itemList({ id: id('Bus'), v_nom_kv: measured('kV', 'Nominal voltage') }, 'Buses').required(),
    lines: itemList(
      {
        id: reference('Id of the line; default: its position in the list'),
        s_nom_mva: measured('MVA', 'Rating'),
      },
      'Lines',
    ).optional(),
    generators: itemList(
      {
        id: reference('Id of the unit; default: its position in the list'),
        p_max_mw: measured('MW', 'Maximum output'),
      },
      'Units',
    ).optional(),
  }),
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'No suspicious values' }),
      warnings: messages('Voltages that are ambiguous or not standard'),
      suspicious_values: array(
        object({
          element_type: string().oneOf(UNIT_ELEMENTS).required(),
          id: elementId('Id as sent'),
          field: string().oneOf(UNIT_FIELDS).required(),
          value: number().nullable().defined().meta({ description: 'null = missing or not finite' }),
          suspected_unit: string()
            .oneOf([...SUSPECTED_UNITS])
            .nullable()
            .defined(),
          suggested_value: number()
            .nullable()
            .defined()
            .meta({ description: 'Suggested value in the unit of the field' }),
        }),
      ).required(),
      details: findings(),
    }),
  },
  handle: async ({ body, deps }) => reply(200, checkUnits(body, deps.settings)),
});

export const validateGenerators = defineRoute({
  ...checkOf('validate-generators'),
  summary: 'Check that units have all their limits, with plausible values',
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
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'No errors' }),
      incomplete_generators: idList('Units with missing fields'),
      missing_fields: mixed<MissingFields>()
        .required()
        .meta({
          description: `Missing fields by id, of ${REQUIRED_LIMITS.join(', ')}`,
          examples: [{ G1: ['q_max_mvar', 'q_min_mvar'] }],
        }),
      warnings: messages('Warnings, and errors other than missing fields'),
      details: findings(),
    }),
  },
  handle: async ({ body, deps }) => reply(200, checkGenerators(body.generators, deps.settings)),
});
