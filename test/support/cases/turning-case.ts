/** Random cases with phase shifters. */
import { narrowCase } from './altered-random-case.ts';
import { boundedCase } from './bounded-case.ts';
import { pricedShiftedCase } from './priced-case.ts';
import { altered, randomCase } from './random-case.ts';

/** Phase shifts that are decided, free or at a cost, in cases with N-1, interfaces, losses, islands or low ratings. */
export const turningCase = altered(
  24_000_000,
  (payload, draw) => {
    const { transmission_lines: lines = [] } = payload;
    const phase_shifters = lines
      .filter(() => draw.chance(0.4))
      .map(({ id }) => {
        const min_deg = draw.real(-12, 4);
        const cost = draw.chance(0.6) && { cost_usd_per_deg_h: draw.real(0, 20) };
        return { line: id, min_deg, max_deg: min_deg + draw.real(0, 16), ...cost };
      });
    return { ...payload, ...(lines.length > 0 && { phase_shifters }) };
  },
  (seed) => {
    if (seed % 4 === 0) return randomCase(seed, 'scuc');
    if (seed % 4 === 1) return narrowCase(3 * seed + 1);
    return seed % 4 === 2 ? boundedCase(seed) : pricedShiftedCase(seed);
  },
);
