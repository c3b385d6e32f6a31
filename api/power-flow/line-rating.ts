/** The line that a client names, and what it may carry in a season. */
import type { Networks } from '../../mongo/networks.ts';
import type { NetworkLine } from '../../temporal/case/messages/network-record.ts';
import { NotFound } from '../http/errors.ts';

export const SEASONS = ['summer', 'winter', 'spring_fall'] as const;
type Season = (typeof SEASONS)[number];

export const RATING_SOURCES = ['seasonal_table', 'ieee738_seasonal_factor'] as const;

interface RatedLine {
  /** MVA; null = unlimited. */
  readonly s_nom_mva: number | null;
  /** MVA */
  readonly ratings_mva?: Readonly<Record<Season, number>> | undefined;
}

interface SeasonalRating {
  readonly mva: number;
  readonly source: (typeof RATING_SOURCES)[number];
}

/**
 * Ratio of the currents that heat an ACSR Drake conductor to 100 C at the air temperature of the season and at
 * 40 C (IEEE Std 738: wind 0.61 m/s, full sun; 1275, 1159 and 1025 A at 10, 25 and 40 C).
 */
const FACTORS: Readonly<Record<Season, number>> = { summer: 1, winter: 1.24, spring_fall: 1.13 };

/** Air temperature, degrees Celsius. */
export const AMBIENT_C: Readonly<Record<Season, number>> = { summer: 40, winter: 10, spring_fall: 25 };

/** The line's own table, or its normal rating times a factor; null when nothing is known of its rating. */
export function seasonalRating({ s_nom_mva, ratings_mva }: RatedLine, season: Season): SeasonalRating | null {
  if (ratings_mva) return { mva: ratings_mva[season], source: 'seasonal_table' };
  return s_nom_mva === null ? null : { mva: s_nom_mva * FACTORS[season], source: 'ieee738_seasonal_factor' };
}

/** Networks are read one at a time, their names in pages. */
const PAGE = 50;

type NetworkReader = Pick<Networks, 'find' | 'list' | 'read'>;

interface FoundLine {
  readonly network_id: string;
  readonly line: NetworkLine;
}

/** Without a network: in those of the owner, the last changed first, then in the shared ones. */
export async function findLine(
  networks: NetworkReader,
  owner: string,
  lineId: string,
  networkId?: string,
): Promise<FoundLine> {
  if (networkId !== undefined && !(await networks.find(owner, networkId))) {
    throw new NotFound(`Network '${networkId}' not found`);
  }
  for await (const network_id of networkId === undefined ? idsOf(networks, owner) : [networkId]) {
    const found = await networks.read(owner, network_id);
    const line = found?.content.lines.find(({ id }) => id === lineId);
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
