/** What a line may carry in a season. */
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
