/** Reads generators.csv as thermal units and renewables. */
import { eachOf, isList, meanOf } from '../../../temporal/case/arithmetic/series.ts';
import { addUnit, noUnits } from '../base/consumer.ts';
import { outputLimit } from '../base/conventions.ts';
import { chordsOf } from '../base/cost-curve.ts';
import type { Renewable, Unit } from '../base/network-parts.ts';
import { busOf, freeName, type Grid, isActive, type Names, nominal } from './buses.ts';
import type { Element } from './elements.ts';

export interface Carriers {
  /** CO2, t per MWh of primary energy; undefined for a carrier not in carriers.csv. */
  co2(carrier: string): number | undefined;
  readonly stepHours: number;
}

/** Smallest ramp, MW/h; it stands for a ramp of zero, which the service does not have. */
const SMALLEST_RAMP = 1e-6;

/**
 * Reads generators. A generator with commitment, ramps, CO2, consumption or a nonlinear cost becomes a thermal unit;
 * without `committable`, it starts and stops at no cost, or must run if it has a minimum output, which is an equivalent
 * problem. A generator whose output follows a series, or that has no cost, becomes a renewable. `most`: bound of an
 * unlimited output, MW.
 */
export function readGenerators(
  elements: readonly Element[],
  carriers: Carriers,
  grid: Grid,
  names: Names,
  most: () => number,
) {
  const units = noUnits<Unit>();
  const renewables: Renewable[] = [];
  for (const element of elements) {
    const bus = isActive(element) ? busOf(element, 'bus', grid) : undefined;
    if (bus === undefined) continue;
    if (element.number('sign', 1) === 0) {
      element.drop('info', 'sign', 'Units with a sign of 0, which give nothing', 'sign');
      continue;
    }
    noteEnergy(element);
    if (!element.flag('committable', false)) {
      const words = `Units that are not committable start and stop at no cost, or must run; as in PyPSA, without ${COMMITMENT}`;
      element.change('info', 'not_committable', words, 'committable');
    }
    const nameAndBus = { name: freeName(element, 'generator', names), bus };
    const output = outputOf(element, most);
    if (isThermal(element, carriers) || output.least.lowest < 0)
      addUnit(toUnit(element, nameAndBus, carriers, output), units, element.at('p_nom'));
    else renewables.push(toRenewable(element, nameAndBus, output));
  }
  const { generators, loads, sources } = units;
  return { generators, loads, renewables: [...renewables, ...sources] };
}

const COMMITMENT =
  'start_up_cost, shut_down_cost, stand_by_cost, min_up_time, min_down_time, up_time_before, down_time_before, ' +
  'ramp_limit_start_up and ramp_limit_shut_down';

const RAMPS = ['ramp_limit_up', 'ramp_limit_down'];

const isGiven = (element: Element, attribute: string): boolean =>
  element.series(attribute) !== undefined || element.optionalText(attribute) !== undefined;

function isThermal(element: Element, { co2 }: Carriers): boolean {
  if (element.flag('committable', false)) return true;
  const ramps = RAMPS.some((attribute) => isGiven(element, attribute));
  const emits = (co2(element.optionalText('carrier') ?? '') ?? 0) > 0;
  const costs = element.series('marginal_cost') !== undefined || element.number('marginal_cost', 0) !== 0;
  const quadratic = element.number('marginal_cost_quadratic', 0) !== 0;
  return ramps || emits || quadratic || (costs && !element.series('p_max_pu'));
}

function noteEnergy(element: Element): void {
  const limits = [
    element.limit('e_sum_min', Number.NEGATIVE_INFINITY),
    element.limit('e_sum_max', Number.POSITIVE_INFINITY),
  ];
  for (const [k, attribute] of ['e_sum_min', 'e_sum_max'].entries())
    if (Number.isFinite(limits[k]))
      element.drop('warning', 'energy_limit', `Energy of the whole horizon (${attribute})`, attribute);
}

/** Marginal cost of output to the network, $/MWh. */
const marginalCost = (element: Element): number | number[] =>
  eachOf(
    element.series('marginal_cost') ?? element.number('marginal_cost', 0),
    (usd) => usd / element.number('sign', 1),
  );

interface Limits {
  readonly highest: number;
  readonly lowest: number;
  /** Values by hour, shape [hours]; undefined for a constant limit. */
  readonly profile: number[] | undefined;
}

/** Maximum and minimum output to the network, MW. */
interface Output {
  readonly most: Limits;
  readonly least: Limits;
  /** Base of per-unit values; may be infinite. */
  readonly pNom: number;
}

/**
 * Output to the network, MW, for a power in PyPSA's sign. A unit that only consumes is a source here, as in `addUnit`:
 * its output is the part of its possible consumption that it does not consume.
 */
export function givenBy(element: Element, powers: readonly number[]): number[] {
  const mw = powers.map((power) => power * element.number('sign', 1) || 0);
  const { most, least } = outputOf(element, () => Number.POSITIVE_INFINITY);
  if (most.highest > 0 || least.lowest >= 0) return mw;
  return mw.map((value, t) => value - (least.profile?.[t] ?? least.lowest));
}

/** Limits of the output to the network, which is PyPSA's power times `sign`; a negative sign swaps the two limits. */
function outputOf(element: Element, bound: () => number): Output {
  const sign = element.number('sign', 1);
  const pNom = nominal(element, 'p_nom') * Math.abs(sign);
  const limits = (attribute: 'p_max_pu' | 'p_min_pu', fallback: number): Limits => {
    const notes = element.at('p_nom');
    const toMw = (share: number): number => outputLimit(share * pNom * Math.sign(sign) || 0, bound, notes);
    const profile = element.series(attribute)?.map(toMw);
    const all = profile ?? [toMw(element.number(attribute, fallback))];
    const lowest = all.reduce((least, mw) => Math.min(least, mw), Number.POSITIVE_INFINITY);
    if (lowest === Number.NEGATIVE_INFINITY)
      element.refuse('p_nom', 'Should be finite where a unit consumes');
    return {
      highest: all.reduce((best, mw) => Math.max(best, mw), Number.NEGATIVE_INFINITY),
      lowest,
      profile,
    };
  };
  const [upper, lower] = [limits('p_max_pu', 1), limits('p_min_pu', 0)];
  const [most, least] = sign > 0 ? [upper, lower] : [lower, upper];
  return { most, least, pNom };
}

function toUnit(
  element: Element,
  nameAndBus: Pick<Unit, 'name' | 'bus'>,
  { co2, stepHours }: Carriers,
  { most, least, pNom }: Output,
): Unit {
  if (least.lowest > most.highest) element.refuse('p_min_pu', 'Should be at most p_max_pu');
  const commits = element.flag('committable', false);
  const efficiency = element.amount('efficiency', 1);
  if (efficiency === 0) element.refuse('efficiency', 'Should be more than 0');
  const carrier = element.optionalText('carrier');
  const emission = (co2(carrier ?? '') ?? 0) / efficiency / Math.abs(element.number('sign', 1));
  const commitment = commits ? commitmentOf(element, pNom, stepHours) : freeCommitment(least.highest);
  return {
    ...nameAndBus,
    p_max: most.highest,
    p_min: least.lowest,
    ...costsOf(element, least.lowest, most.highest),
    ...commitment,
    ...initialPower(element, commitment.initial_status),
    ramp_up: rampsOf(element, 'ramp_limit_up', pNom / stepHours),
    ramp_down: rampsOf(element, 'ramp_limit_down', pNom / stepHours),
    ...(most.profile && { p_max_profile: most.profile }),
    ...(least.profile && { p_min_profile: least.profile }),
    ...(emission > 0 && { co2_t_per_mwh: emission }),
    ...(carrier !== undefined && { type: carrier, fuel: carrier }),
  };
}

function initialPower(element: Element, status: number): Pick<Unit, 'initial_power_mw'> {
  const power = element.optionalNumber('p_init');
  if (power === undefined) return {};
  if (status > 0) return { initial_power_mw: power * element.number('sign', 1) };
  if (power !== 0)
    element.drop(
      'warning',
      'initial_power',
      'A unit that is off has no output before the first hour',
      'p_init',
    );
  return {};
}

function costsOf(element: Element, low: number, high: number) {
  const marginal_cost = marginalCost(element);
  const no_load_cost = element.flag('committable', false)
    ? (element.series('stand_by_cost') ?? element.number('stand_by_cost', 0))
    : 0;
  const quadratic = element.number('marginal_cost_quadratic', 0) / element.number('sign', 1) ** 2;
  if (quadratic < 0) element.refuse('marginal_cost_quadratic', 'Should be 0 or more');
  if (quadratic === 0 || high <= low) return { marginal_cost, no_load_cost };
  const mean = 'A cost by the hour beside a quadratic one is replaced by its mean';
  if (isList(marginal_cost)) element.change('warning', 'marginal_cost', mean, 'marginal_cost');
  if (isList(no_load_cost)) element.change('warning', 'stand_by_cost', mean, 'stand_by_cost');
  const [linear, idle] = [meanOf(marginal_cost), meanOf(no_load_cost)];
  const cost = (mw: number): number => idle + linear * mw + quadratic * mw ** 2;
  const { curve, words } = chordsOf(cost, low, high);
  if (words !== undefined) element.change('warning', 'quadratic', words, 'marginal_cost_quadratic');
  return { marginal_cost: linear + quadratic * (low + high), no_load_cost: idle, cost_curve: curve };
}

/** Commitment data of a unit; times in PyPSA are numbers of snapshots. */
function commitmentOf(element: Element, pNom: number, stepHours: number) {
  const hours = (attribute: string, fallback: number): number =>
    Math.ceil(element.amount(attribute, fallback)) * stepHours;
  const [up, down] = [hours('up_time_before', 1), hours('down_time_before', 0)];
  const min_downtime = hours('min_down_time', 0);
  const stop = element.amount('shut_down_cost', 0);
  // If the startup or shutdown limit is missing, it is the nominal power and not the ramp.
  const limit = (field: 'startup_ramp' | 'shutdown_ramp', attribute: string, ramp: string) => {
    const share = element.amount(attribute, 1);
    const matters = share < 1 || isGiven(element, ramp);
    return matters && Number.isFinite(pNom) ? { [field]: share * pNom } : {};
  };
  return {
    startup_cost: element.amount('start_up_cost', 0),
    ...(stop > 0 && { shutdown_cost: stop }),
    min_uptime: hours('min_up_time', 0),
    min_downtime,
    // Hours off take precedence over hours on, whose default is 1. If both are 0, the unit is off and may start at
    // once.
    initial_status: down > 0 ? -down : up || -Math.max(1, min_downtime),
    ...limit('startup_ramp', 'ramp_limit_start_up', 'ramp_limit_up'),
    ...limit('shutdown_ramp', 'ramp_limit_shut_down', 'ramp_limit_down'),
  };
}

const freeCommitment = (least: number) => ({
  startup_cost: 0,
  min_uptime: 0,
  min_downtime: 0,
  initial_status: 1,
  ...(least > 0 && { must_run: true }),
});

/** Ramp, MW/h; null = unlimited. */
export function rampOf(element: Element, attribute: string, mwPerHour: number): number | null {
  if (element.optionalText(attribute) === undefined) return null;
  return toRamp(element, attribute, element.rating(attribute, 0) * mwPerHour);
}

function toRamp(element: Element, attribute: string, mw: number): number | null {
  const ramp = mw || 0;
  if (ramp > 0) return Number.isFinite(ramp) ? ramp : null;
  element.change('warning', 'ramp', `A ramp of zero is ${SMALLEST_RAMP} MW/h`, attribute);
  return SMALLEST_RAMP;
}

/** One ramp, or one per hour. */
const rampsOf = (element: Element, attribute: string, mwPerHour: number): Unit['ramp_up'] =>
  element.series(attribute)?.map((share) => toRamp(element, attribute, share * mwPerHour)) ??
  rampOf(element, attribute, mwPerHour);

function toRenewable(
  element: Element,
  nameAndBus: Pick<Renewable, 'name' | 'bus'>,
  { most, least }: Output,
): Renewable {
  const p_max = most.profile ?? [most.highest];
  const p_min = least.profile ?? (least.highest === 0 ? undefined : p_max.map(() => least.highest));
  const wrong = p_min?.findIndex((mw, hour) => mw > (p_max[hour % p_max.length] ?? mw)) ?? -1;
  if (wrong >= 0)
    element.refuse(element.series('p_min_pu') ? 'name' : 'p_min_pu', `Is above p_max_pu in hour ${wrong}`);
  const cost = marginalCost(element);
  const carrier = element.optionalText('carrier');
  return {
    ...nameAndBus,
    p_max,
    ...(p_min && { p_min }),
    ...(cost !== 0 && { marginal_cost: cost }),
    ...(carrier !== undefined && { type: carrier, fuel: carrier }),
  };
}
