/** Random cases with interfaces of lines and DC lines, some of them after a contingency. */
import type { Interface } from '../../../temporal/case/schema.ts';
import { conductingCase } from './conducting-case.ts';
import { pricedShiftedCase } from './priced-case.ts';
import { altered, capacityOf, randomCase } from './random-case.ts';

/** One to three interfaces with one limit or two, hard or soft, constant or by the hour. */
export const boundedCase = altered(
  16_000_000,
  (payload, draw) => {
    const { transmission_lines: lines = [], dc_lines = [], contingencies = [], horizon } = payload;
    const losing = contingencies.filter((item) => item.lines?.length);
    const capacity = capacityOf(payload);
    const factor = (): number => (draw.chance(0.6) ? 1 : draw.real(-1.5, 1.5));
    const chosen = (items: readonly { readonly id: string }[], share: number) =>
      items.filter(() => draw.chance(share)).map(({ id }) => ({ id, factor: factor() }));
    const hourly = (mw: number): number | (number | null)[] =>
      draw.chance(0.6)
        ? mw
        : Array.from({ length: horizon }, () => (draw.chance(0.2) ? null : mw * draw.real(0.8, 1.2)));
    const interfaces = Array.from({ length: draw.integer(1, 3) }, (_, i): Interface => {
      const after = losing[draw.integer(0, Math.max(0, losing.length - 1))];
      const most = capacity * draw.real(0.02, 0.4);
      const sent = chosen(dc_lines, 0.5);
      return {
        id: `I${i}`,
        lines: chosen(lines, 0.5),
        ...(sent.length > 0 && { dc_lines: sent }),
        ...(draw.chance(0.8) && { p_max_mw: hourly(most) }),
        ...(draw.chance(0.6) && { p_min_mw: hourly(-capacity * draw.real(0, 0.4)) }),
        ...(draw.chance(0.4) && { penalty_usd_per_mwh: draw.real(100, 700) }),
        ...(after && draw.chance(0.4) && { contingency: after.id }),
      };
    });
    return { ...payload, ...(lines.length + dc_lines.length > 0 && { interfaces }) };
  },
  (seed) => {
    if (seed % 3 === 0) return randomCase(seed, seed % 2 === 0 ? 'scuc' : 'ed');
    return seed % 3 === 1 ? conductingCase(seed) : pricedShiftedCase(seed);
  },
);
