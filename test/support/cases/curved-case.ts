/**
 * Random cases with the further fields of reserve products: demand curves, other kinds, and products that count towards
 * others.
 */
import { largestOf } from '../../../temporal/case/arithmetic/series.ts';
import type { Reserve } from '../../../temporal/case/schema.ts';
import type { Draw } from './random.ts';
import { altered } from './random-case.ts';
import { reservingCase } from './reserving-case.ts';

/** One to four blocks per product, two of which may have the same price; some products keep their penalty. */
export const curvedCase = altered(
  34_000_000,
  (payload, draw) => ({
    ...payload,
    reserves: payload.reserves?.map((product, q) =>
      q === 0 || draw.chance(0.7) ? curved(product, draw) : product,
    ),
  }),
  reservingCase,
);

function curved({ penalty_usd_per_mwh: _, mw, ...product }: Reserve, draw: Draw): Reserve {
  const most = [mw].flat().reduce((largest, each) => Math.max(largest, each), 0);
  let usd_per_mwh = draw.real(20, 400);
  const demand_curve = Array.from({ length: draw.integer(1, 4) }, (_, k) => {
    if (k > 0 && draw.chance(0.8)) usd_per_mwh *= draw.real(0, 0.9);
    return { mw: draw.chance(0.1) ? 0 : most * draw.real(0.1, 1), usd_per_mwh };
  });
  return { ...product, mw: demand_curve.reduce((sum, block) => sum + block.mw, 0), demand_curve };
}

/** Non-spinning and ramping products, and units that give reserve from off; some products have demand curves. */
export const kindsCase = altered(
  35_000_000,
  (payload, draw) => ({
    ...payload,
    generators: payload.generators.map((unit) => ({
      ...unit,
      ...(draw.chance(0.7) && { quick_start_mw: largestOf(unit.p_max) * draw.real(0.1, 1) }),
      ...(draw.chance(0.5) && { min_downtime: draw.integer(0, 4), must_run: false }),
    })),
    reserves: payload.reserves?.map(({ direction, ...product }, q) => {
      const isOffline = q === 0 || draw.chance(0.4);
      return {
        ...product,
        ...(isOffline ? { kind: 'non_spinning' as const } : direction && { direction }),
        ...(!isOffline && draw.chance(0.5) && { kind: 'ramping' as const }),
      };
    }),
  }),
  (seed) => (seed % 3 === 0 ? curvedCase(seed) : reservingCase(seed)),
);

/**
 * Chains and trees of up to five products that count towards each other, of one direction each; some of other kinds.
 */
export const nestedCase = altered(
  36_000_000,
  (payload, draw) => {
    const [first, ...others] = payload.reserves ?? [];
    if (!first) return payload;
    const more = {
      ...first,
      name: 'more',
      mw: [first.mw].flat().map((mw) => mw * draw.real(0.2, 2))[0] ?? 0,
    };
    const { demand_curve: _, ...plain } = more;
    const reserves = [first, ...others, plain];
    return {
      ...payload,
      reserves: reserves.map((product, q) => {
        const targets = reserves.slice(0, q).filter((other) => other.direction === product.direction);
        const target = targets[draw.integer(0, Math.max(0, targets.length - 1))];
        const counts = target && (q === reserves.length - 1 || draw.chance(0.6));
        return counts ? { ...product, counts_towards: target.name } : product;
      }),
    };
  },
  (seed) => [curvedCase, kindsCase, reservingCase][seed % 3]?.(seed) ?? reservingCase(seed),
);
