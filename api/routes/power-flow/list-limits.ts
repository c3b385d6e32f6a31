/** GET /modules/power-flow/limits */
import { array, number, object, string } from 'yup';
import { limitSettings } from '../../power-flow/limits.ts';
import { defineRoute, reply } from '../../route.ts';

export const listLimits = defineRoute({
  method: 'get',
  path: '/modules/power-flow/limits',
  summary: 'The thresholds that the power-flow checks hold values against',
  tag: 'Power flow',
  auth: 'bearer',
  module: { id: 'power-flow', level: 'basic' },
  responses: {
    200: object({
      limits: array(
        object({
          name: string().required().meta({ description: 'Name of the setting' }),
          value: number().required(),
          unit: string().nullable().defined().meta({ description: 'null = a plain number' }),
          description: string().required(),
        }),
      ).required(),
    }),
  },
  errors: [403],
  handle: async ({ deps: { settings } }) => {
    const values = new Map<string, unknown>(Object.entries(settings));
    const limits = Object.entries(limitSettings.describe().fields).map(([name, field]) => {
      const { unit = null, description = '' } = ('meta' in field && field.meta) || {};
      return { name, value: Number(values.get(name)), unit, description };
    });
    return reply(200, { limits });
  },
});
