/** Completes given prices, or lists the missing ones if too few are given to judge them. */
import type { NotJudged } from '../../../temporal/case/messages/verification.ts';
import { isPriced } from '../checks/prices.ts';
import { islands, limitRegrets, mean, referenceWeights } from '../prices/network-regrets.ts';
import type { Schedule, UnverifiedResult } from '../schedule/schedule.ts';
import { at, ownEntry } from '../schedule/series.ts';
import { largest } from '../verify.ts';
import { congestionPrices } from './congestion-prices.ts';
import type { LeftOut } from './left-out.ts';

/** Tolerance of the check of prices, $. */
const TOLERANCE_USD = 0.01;

type Priced = Pick<UnverifiedResult, 'lmp' | 'lmp_components' | 'binding_constraints' | 'prices'>;

/** Fields of a result without prices. Prices are judged all together or not at all. */
export const NO_PRICES: Priced = { lmp: {}, lmp_components: {}, binding_constraints: [], prices: 'absent' };

const notJudged = (where: string, why: string): NotJudged => ({ what: 'prices', where, why });

/** `read`: reads a result together with its payload. */
export function completePrices(
  result: UnverifiedResult,
  read: (result: UnverifiedResult) => Schedule,
  leftOut: LeftOut,
): UnverifiedResult {
  if (result.prices === 'absent') return result;
  const schedule = read(result);
  const missing = missingPrices(schedule);
  if (missing.length > 0) {
    leftOut.missing.push(...missing);
    leftOut.notJudged.push(notJudged('lmp', `Give also ${missing.join(', ')}`));
    return { ...result, ...NO_PRICES };
  }
  if (result.prices === 'approximate' && schedule.jobType !== 'ed') {
    leftOut.notJudged.push(notJudged('prices', 'The schedule says that its prices are approximate'));
    return result;
  }
  if (schedule.case.losses) return result;
  const hasParts = Object.keys(result.lmp_components).length > 0;
  const parted = { ...result, lmp_components: priceParts(schedule, result, leftOut) };
  if (result.binding_constraints.length > 0 || (hasParts && leftOut.hasBindings)) return parted;
  const binding_constraints = congestionPrices(schedule, result.lmp);
  if (binding_constraints?.length === 0) return parted;
  const priced = { ...parted, binding_constraints: binding_constraints ?? [] };
  // Several sets of multipliers may explain the same prices, and the computed set may differ from that of the schedule;
  // angles of phase shifters depend on the multipliers, too.
  const isClear =
    binding_constraints &&
    schedule.shifters.length === 0 &&
    largest(limitRegrets(read(priced))).worst <= TOLERANCE_USD;
  if (isClear) {
    leftOut.derived.add('binding_constraints');
    return priced;
  }
  leftOut.missing.push('binding_constraints');
  leftOut.notJudged.push(
    notJudged('lmp', 'Several limits could explain these prices: give binding_constraints'),
  );
  return { ...result, ...NO_PRICES };
}

/** Missing fields, some with the name of an element, without which the prices cannot be judged. */
function missingPrices(schedule: Schedule): string[] {
  const {
    case: judged,
    grid,
    interfaces,
    isLossy,
    outages,
    renewables,
    reserves,
    result,
    storages,
    units,
  } = schedule;
  const lacks = (field: string, record: object | undefined, names: readonly string[]) =>
    names.filter((name) => !Object.hasOwn(record ?? {}, name)).map((name) => `${field}.${name}`);
  const buses = grid.buses.filter((bus) => isPriced(schedule, bus));
  const names = buses.map((bus) => `bus_${bus}`);
  const limited = [...units, ...renewables, ...storages].filter(
    ({ energy_limits }) => energy_limits.length > 0,
  );
  const cycled = storages.filter(({ cycle_limits }) => cycle_limits.length > 0);
  const lost = outages.filter(({ generators }) => generators.size > 0);
  return [
    ...lacks('lmp', result.lmp, names),
    ...(isLossy ? lacks('lmp_components', result.lmp_components, names) : []),
    ...lacks(
      'reserve_price_usd_per_mw',
      result.reserve_price_usd_per_mw,
      reserves.map(({ name }) => name),
    ),
    ...lacks(
      'generator_outage_price_usd_per_mw',
      result.generator_outage_price_usd_per_mw,
      lost.map(({ id }) => id),
    ),
    ...lacks(
      'interface_shadow_price_usd_per_mwh',
      result.interface_shadow_price_usd_per_mwh,
      interfaces.map(({ id }) => id),
    ),
    ...lacks(
      'energy_limit_price_usd_per_mwh',
      result.energy_limit_price_usd_per_mwh,
      limited.map(({ name }) => name),
    ),
    ...lacks(
      'cycle_limit_price_usd_per_mwh',
      result.cycle_limit_price_usd_per_mwh,
      cycled.map(({ name }) => name),
    ),
    ...lacks('fuel_limit_price_usd_per_mmbtu', result.fuel_limit_price_usd_per_mmbtu, [
      ...new Set(judged.fuel_limits.map(({ fuel }) => fuel)),
    ]),
    ...(Number.isFinite(judged.emission_limit_t) && (result.emission_shadow_price_usd_per_t ?? null) === null
      ? ['emission_shadow_price_usd_per_t']
      : []),
  ];
}

/** Components of prices: energy is the price at the reference of the island, congestion the difference from it. */
function priceParts(
  schedule: Schedule,
  { lmp, lmp_components }: UnverifiedResult,
  { derived }: LeftOut,
): UnverifiedResult['lmp_components'] {
  const { grid, hours } = schedule;
  const parts = { ...lmp_components };
  const prices = grid.buses.map((bus) => ownEntry(lmp, `bus_${bus}`) ?? []);
  for (const members of islands(schedule)) {
    const bare = members.filter((bus) => !ownEntry(parts, `bus_${grid.buses[bus]}`));
    if (bare.length === 0) continue;
    derived.add('lmp_components');
    const energy = hours.map((hour) => {
      const ofHour = prices.map((series) => at(series, hour));
      return mean(members, referenceWeights(schedule, hour), ofHour);
    });
    for (const bus of bare) {
      const congestion = (prices[bus] ?? []).map((price, hour) => price - at(energy, hour));
      parts[`bus_${grid.buses[bus]}`] = { energy: [...energy], congestion, loss: hours.map(() => 0) };
    }
  }
  return parts;
}
