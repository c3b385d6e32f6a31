/** Output, costs and earnings of every unit of a schedule by hour. */
import { withEmissionCosts } from '../arithmetic/emissions.ts';
import { earnedPrice } from '../arithmetic/reserve-providers.ts';
import { amountAt, numberAt } from '../arithmetic/series.ts';
import { hourlyCosts, storageCost } from '../arithmetic/unit-cost.ts';
import type { SolveResult } from '../messages/result.ts';
import type { UnitFigures } from '../messages/window-part.ts';
import type { SolvePayload } from '../schema.ts';
import { fuelUse, type UnitFuel } from './study-facts.ts';

/** Figures of an element, each with one value per hour. */
export type Hourly<F> = { readonly [Figure in keyof F]: readonly number[] };
export type ByName<F> = ReadonlyMap<string, Hourly<F>>;

/**
 * Figures of generators, then renewables, then storage, over the first `hours` hours, yielded one element at a time.
 */
export function* unitFigures(
  payload: SolvePayload,
  result: SolveResult,
  hours: number,
  fuels: ReadonlyMap<string, UnitFuel> = new Map(),
): Generator<readonly [name: string, Hourly<UnitFigures>], void, void> {
  const { generators, renewables = [], storage = [], reserves = [] } = withEmissionCosts(payload);
  const market = { result, hours, reserves };
  for (const unit of generators) yield [unit.name, ofGenerator(unit, fuels.get(unit.name), market)];
  for (const item of renewables) yield [item.name, ofRenewable(item, market)];
  for (const item of storage) yield [item.name, ofStorage(item, market)];
}

interface Market {
  readonly reserves: NonNullable<SolvePayload['reserves']>;
  readonly result: SolveResult;
  readonly hours: number;
}

function ofGenerator(
  unit: SolvePayload['generators'][number],
  fuel: UnitFuel | undefined,
  market: Market,
): Hourly<UnitFigures> {
  const { result, hours } = market;
  const commitment = firstHours(result.commitment[unit.name], hours);
  const startup = firstHours(result.startup[unit.name], hours);
  const output = firstHours(result.dispatch_mw[unit.name], hours);
  const cost = hourlyCosts(unit, { commitment, startup, output }, hours);
  const burnt = fuel && fuelUse(fuel, { commitment, startup, output, initialStatus: unit.initial_status });
  const emitted = result.generator_emissions_t?.[unit.name];
  const co2 = emitted ? firstHours(emitted, hours) : ofFuel(burnt, fuel?.co2);
  return {
    generation_mwh: output,
    ...earnings(unit, output, market),
    energy_usd: cost.energy,
    no_load_usd: cost.noLoad,
    startup_usd: cost.startup,
    shutdown_usd: cost.shutdown,
    hours_on: commitment,
    starts: startup,
    ...(burnt && { fuel_mmbtu: burnt }),
    ...(co2 && { co2_t: co2 }),
  };
}

const ofFuel = (burnt: readonly number[] | undefined, co2: number | undefined): number[] | undefined =>
  co2 === undefined ? undefined : burnt?.map((mmbtu) => mmbtu * co2);

function ofRenewable(
  item: NonNullable<SolvePayload['renewables']>[number],
  market: Market,
): Hourly<UnitFigures> {
  const { result, hours } = market;
  const output = firstHours(result.renewable_mw?.[item.name], hours);
  const curtailed = firstHours(result.curtailment_mw?.[item.name], hours);
  const none = output.map(() => 0);
  return {
    generation_mwh: output,
    ...earnings(item, output, market),
    energy_usd: output.map((mw, t) => numberAt(item.marginal_cost ?? 0, t) * mw),
    no_load_usd: none,
    startup_usd: none,
    shutdown_usd: none,
    available_mwh: firstHours(item.p_max, hours),
    curtailed_mwh: curtailed,
  };
}

function ofStorage(item: NonNullable<SolvePayload['storage']>[number], market: Market): Hourly<UnitFigures> {
  const { result, hours } = market;
  const schedule = result.storage?.[item.name];
  const charged = firstHours(schedule?.charge_mw, hours);
  const discharged = firstHours(schedule?.discharge_mw, hours);
  const output = discharged.map((mw, t) => mw - amountAt(charged, t));
  const none = output.map(() => 0);
  return {
    generation_mwh: output,
    ...earnings(item, output, market),
    energy_usd: discharged.map((mw, t) => storageCost(item, amountAt(charged, t), mw)),
    no_load_usd: none,
    startup_usd: none,
    shutdown_usd: none,
    charged_mwh: charged,
    discharged_mwh: discharged,
  };
}

/** Revenue of an element at the prices of its bus and of the reserve products that it provides, $. */
function earnings({ name, bus }: { name: string; bus: number }, output: readonly number[], market: Market) {
  const { reserves, result } = market;
  const { lmp, reserve_mw, reserve_price_usd_per_mw: prices } = result;
  const price = lmp[`bus_${bus}`];
  return {
    revenue_usd: output.map((mw, t) => mw * amountAt(price, t)),
    reserve_revenue_usd: output.map((_, t) =>
      reserves.reduce(
        (usd, product) =>
          usd + earnedPrice(reserves, prices, product, t) * amountAt(reserve_mw?.[product.name]?.[name], t),
        0,
      ),
    ),
  };
}

/** The first hours of a series; 0 beyond its end. */
export const firstHours = (values: readonly number[] | undefined, hours: number): number[] =>
  Array.from({ length: hours }, (_, t) => amountAt(values, t));
