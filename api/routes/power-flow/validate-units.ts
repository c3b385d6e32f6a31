/** POST /modules/power-flow/validate-units */
import { array, boolean, number, object, string } from 'yup';
import { inSlices } from '../../../temporal/json/in-slices.ts';
import { checkUnits, UNIT_ELEMENTS, UNIT_FIELDS } from '../../power-flow/check-units.ts';
import { elementId } from '../../power-flow/element-id.ts';
import { id, itemList, measured, reference } from '../../power-flow/item-list.ts';
import { SUSPECTED_UNITS } from '../../power-flow/unit-doubt.ts';
import { defineRoute, reply } from '../../route.ts';
import { findings, messages } from './reply-fields.ts';

export const validateUnits = defineRoute({
  method: 'post',
  path: '/modules/power-flow/validate-units',
  summary: 'Which values look as if they were in another unit: V or MV for kV, kVA for MVA, kW for MW',
  tag: 'Power flow',
  auth: 'bearer',
  module: { id: 'power-flow', level: 'basic' },
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
  errors: [400, 403, 413, 415, 422],
  handle: async ({ body, deps }) => reply(200, await inSlices(checkUnits(body, deps.settings))),
});
