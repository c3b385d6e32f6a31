/** The settlement of a result at its prices, and the check of a settlement that a result states. */
import type { SolveResult } from '../../temporal/case/messages/result.ts';
import type { Participant, PriceKind, Settled } from '../../temporal/case/messages/settlement.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import type { JobType } from '../../temporal/solvers.ts';
import { settleAt } from './bound/settlement.ts';
import { factorizeGrid } from './network/dc-flow.ts';
import type { NetworkAudit } from './network/network-audit.ts';
import { readCase } from './schedule/read-case.ts';
import { readSchedule } from './schedule/read-schedule.ts';
import type { Rule, Schedule, UnverifiedResult } from './schedule/schedule.ts';
import { at, readSeries, unknownKeys } from './schedule/series.ts';

type SettledFields = Pick<SolveResult, 'settlement' | 'convex_hull_price_usd_per_mwh'>;

/** Fields of the settlement that `options.pricing` asks for; empty without it, and for a dispatch. */
export function settle(payload: SolvePayload, jobType: JobType, result: UnverifiedResult): SettledFields {
  const pricing = payload.options?.pricing;
  if (!pricing || jobType === 'ed') return {};
  const schedule = readSchedule(readCase(payload, jobType), result);
  const { case: judged, grid } = schedule;
  const factors = grid.lines.length === 0 ? null : factorizeGrid(grid, []);
  const lmp = pricing === 'convex_hull' ? undefined : settleAt('lmp', schedule, factors)?.settled;
  const hull = pricing === 'lmp' ? undefined : settleAt('convex_hull', schedule, factors);
  if (!lmp && !hull) return {};
  return {
    settlement: { ...(lmp && { lmp }), ...(hull && { convex_hull: hull.settled }) },
    ...(hull && {
      convex_hull_price_usd_per_mwh: Object.fromEntries(
        grid.buses.map((bus, position) => [
          `bus_${bus}`,
          Array.from(hull.buses[position] ?? [], (price) => toSteps(price / judged.intervalHours)),
        ]),
      ),
    }),
  };
}

/** Prices are reported in steps of 1e-6 $/MWh. */
const STEPS = 1e6;
const toSteps = (price: number): number => Math.round(price * STEPS) / STEPS || 0;

/**
 * Settlement: every amount is the one computed from the prices and the data of the participant alone, and convex hull
 * prices are those of the multipliers [share of the amount, at least of 1 $; $/MWh].
 */
export const settlementRule = ({ factors }: Pick<NetworkAudit, 'factors'>): Rule => ({
  name: 'settlement',
  tolerance: 1e-5,
  *excesses(schedule) {
    const { settlement, convex_hull_price_usd_per_mwh: prices } = schedule.result;
    yield* unknownKeys(settlement, ['lmp', 'convex_hull']);
    for (const kind of ['lmp', 'convex_hull'] as const) {
      const reported = settlement?.[kind];
      const isPriced = kind === 'convex_hull' && prices !== undefined;
      if (reported || isPriced) yield* kindExcesses(schedule, factors, kind, reported);
    }
  },
});

function* kindExcesses(
  schedule: Schedule,
  factors: NetworkAudit['factors'],
  kind: PriceKind,
  reported: Settled | undefined,
): Iterable<number> {
  const expected = settleAt(kind, schedule, factors);
  if (!expected || !reported) return yield Number.POSITIVE_INFINITY;
  const { participants, ...totals } = expected.settled;
  for (const field of keysOf(totals)) yield apart(reported[field], totals[field]);
  if (reported.participants.length !== participants.length) return yield Number.POSITIVE_INFINITY;
  for (const [i, { name, kind: of, ...amounts }] of participants.entries()) {
    const participant: Participant | undefined = reported.participants[i];
    if (participant?.name !== name || participant.kind !== of) return yield Number.POSITIVE_INFINITY;
    for (const field of keysOf(amounts)) yield apart(participant[field], amounts[field]);
  }
  if (kind === 'convex_hull') yield* priceExcesses(schedule, expected.buses);
}

function* priceExcesses(
  { grid, hours, result }: Schedule,
  buses: readonly (ArrayLike<number> | undefined)[],
): Iterable<number> {
  const reported = result.convex_hull_price_usd_per_mwh;
  yield* unknownKeys(
    reported,
    grid.buses.map((bus) => `bus_${bus}`),
  );
  for (const [position, bus] of grid.buses.entries()) {
    const series = readSeries(reported, `bus_${bus}`, hours.length);
    for (const hour of hours) yield Math.abs(at(series, hour) - at(buses[position] ?? [], hour));
  }
}

const apart = (given: number, expected: number): number =>
  Math.abs(given - expected) / Math.max(1, Math.abs(expected));

const keysOf = <T extends object>(item: T) => Object.keys(item) as (keyof T)[];
