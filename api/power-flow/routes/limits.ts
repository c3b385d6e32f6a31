/** Thresholds of the checks, and the seasonal rating of a line. */
import { array, number, object, string } from 'yup';
import type { Networks } from '../../../mongo/networks.ts';
import type { NetworkLine } from '../../../temporal/case/network-schema.ts';
import { NotFound } from '../../http/errors.ts';
import { reply } from '../../http/route.ts';
import { limitSettings, round } from '../limits.ts';
import { defineRoute, POWER_FLOW } from './check-route.ts';

const SEASONS = ['summer', 'winter', 'spring_fall'] as const;
type Season = (typeof SEASONS)[number];

const RATING_SOURCES = ['seasonal_table', 'ieee738_seasonal_factor'] as const;

export const listLimits = defineRoute({
  ...POWER_FLOW,
  method: 'get',
  path: '/modules/power-flow/limits',
  light: true,
  summary: 'Thresholds of the power-flow checks',
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
  light: true,
  summary: 'The thermal limit of a line in a season',
  query: object({
    line_id: string().required().meta({ description: 'Line' }),
    season: string().oneOf(SEASONS).required(),
    network_id: string().optional().meta({
      description: 'Default: the networks of the caller, last changed first, followed by the shared ones',
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
        .meta({ description: 'Air temperature assumed for the season, degrees Celsius' }),
      network_id: string().required(),
    }),
  },
  errors: [404],
  handle: async ({ query: { line_id, season, network_id: onlyNetwork }, user, deps }) => {
    const { line, network_id } = await findLine(deps.networks, user.userId, line_id, onlyNetwork);
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

/**
 * Factor of a line's rating by season: ratio of the currents that heat an ACSR Drake conductor to 100 C at the air
 * temperature of the season and at 40 C (IEEE Std 738: wind 0.61 m/s, full sun; 1275, 1159 and 1025 A at 10, 25 and 40
 * C).
 */
const FACTORS: Readonly<Record<Season, number>> = { summer: 1, winter: 1.24, spring_fall: 1.13 };

/** Air temperature, degrees Celsius. */
const AMBIENT_C: Readonly<Record<Season, number>> = { summer: 40, winter: 10, spring_fall: 25 };

/**
 * Seasonal rating of a line, MVA: the one that the line states for the season, else its normal rating times a factor;
 * null if the line has no rating.
 */
function seasonalRating(
  { s_nom_mva, ratings_mva }: NetworkLine,
  season: Season,
): { readonly mva: number; readonly source: (typeof RATING_SOURCES)[number] } | null {
  if (ratings_mva) return { mva: ratings_mva[season], source: 'seasonal_table' };
  return s_nom_mva === null ? null : { mva: s_nom_mva * FACTORS[season], source: 'ieee738_seasonal_factor' };
}

/** Number of networks per page while networks are searched; they are read one at a time. */
const PAGE = 50;

type NetworkReader = Pick<Networks, 'find' | 'list' | 'read'>;

/** Searches for a line in one network, or in all: first the owner's, the last changed first, then the shared ones. */
async function findLine(
  networks: NetworkReader,
  owner: string,
  lineId: string,
  networkId?: string,
): Promise<{ readonly network_id: string; readonly line: NetworkLine }> {
  if (networkId !== undefined && !(await networks.find(owner, networkId))) {
    throw new NotFound(`Network '${networkId}' not found`);
  }
  for await (const network_id of networkId === undefined ? idsOf(networks, owner) : [networkId]) {
    const stored = await networks.read(owner, network_id);
    const line = stored?.content.lines.find(({ id }) => id === lineId);
    if (line) return { network_id, line };
  }
  throw new NotFound(`Line '${lineId}' not found`);
}

async function* idsOf(networks: NetworkReader, owner: string): AsyncGenerator<string, void, void> {
  for (let offset = 0; ; offset += PAGE) {
    const { records, total } = await networks.list(owner, PAGE, offset);
    for (const { id } of records) yield id;
    if (offset + PAGE >= total) return;
  }
}
