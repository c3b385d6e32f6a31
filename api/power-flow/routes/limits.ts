/** What the checks hold values against: the thresholds, and the rating of a line in a season. */
import { array, number, object, string } from 'yup';
import { NotFound } from '../../http/errors.ts';
import { reply } from '../../http/route.ts';
import { findLine } from '../find-line.ts';
import { limitSettings } from '../limits.ts';
import { AMBIENT_C, RATING_SOURCES, SEASONS, seasonalRating } from '../line-rating.ts';
import { round } from '../numbers.ts';
import { defineRoute, POWER_FLOW } from './check-route.ts';

export const listLimits = defineRoute({
  ...POWER_FLOW,
  method: 'get',
  path: '/modules/power-flow/limits',
  summary: 'The thresholds that the power-flow checks hold values against',
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
  handle: async ({ deps: { settings } }) => {
    const values = new Map<string, unknown>(Object.entries(settings));
    const limits = Object.entries(limitSettings.describe().fields).map(([name, field]) => {
      const { unit = null, description = '' } = ('meta' in field && field.meta) || {};
      return { name, value: Number(values.get(name)), unit, description };
    });
    return reply(200, { limits });
  },
});

export const lineLimits = defineRoute({
  ...POWER_FLOW,
  method: 'get',
  path: '/modules/power-flow/line-limits',
  summary: 'The thermal limit of a line in a season',
  query: object({
    line_id: string().required().meta({ description: 'Line' }),
    season: string().oneOf(SEASONS).required(),
    network_id: string().optional().meta({
      description: 'Default: the networks of the caller, the last changed first, then the shared ones',
    }),
  }),
  example: {
    query: { line_id: 'L1', season: 'summer' },
    reply: {
      line_id: 'L1',
      season: 'summer',
      thermal_limit_mva: 250,
      rating_source: 'ieee738_seasonal_factor',
      base_rating_mva: 250,
      ambient_temp_c: 40,
      network_id: 'demo-3bus',
    },
  },
  responses: {
    200: object({
      line_id: string().required(),
      season: string().oneOf(SEASONS).required(),
      thermal_limit_mva: number().required().meta({ unit: 'MVA' }),
      rating_source: string().oneOf(RATING_SOURCES).required(),
      base_rating_mva: number()
        .nullable()
        .defined()
        .meta({ unit: 'MVA', description: 'Normal rating; null = unlimited' }),
      ambient_temp_c: number()
        .required()
        .meta({ description: 'Air temperature that the season stands for, degrees Celsius' }),
      network_id: string().required(),
    }),
  },
  errors: [404],
  handle: async ({ query: { line_id, season, network_id: wanted }, user, deps }) => {
    const { line, network_id } = await findLine(deps.networks, user.userId, line_id, wanted);
    const rating = seasonalRating(line, season);
    if (!rating) throw new NotFound(`Line '${line_id}' has no rating`);
    return reply(200, {
      line_id,
      season,
      thermal_limit_mva: round(rating.mva),
      rating_source: rating.source,
      base_rating_mva: line.s_nom_mva,
      ambient_temp_c: AMBIENT_C[season],
      network_id,
    });
  },
});
