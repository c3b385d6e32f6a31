/** generators.csv -> thermal units, and renewables. */
import type { Renewable, Unit } from '../base/network-parts.ts';
import { busOf, freeName, type Grid, isActive, nominal } from './buses.ts';
import type { Element } from './elements.ts';

export interface Carriers {
  /** t per MWh of primary energy; undefined where carriers.csv has no such carrier. */
  co2(carrier: string): number | undefined;
  readonly stepHours: number;
}

/** Chords of a quadratic cost. */
const CHORDS = 10;

/**
 * What commits, ramps, emits CO2, or costs something in any amount that it gives is a thermal unit: without `committable`
 * one that starts and stops for nothing, or must run where it has a least output, which is the same problem. What follows
 * a series, or is free, is a renewable.
 */
export function readGenerators(
  elements: readonly Element[],
  carriers: Carriers,
  grid: Grid,
  taken: Set<string>,
) {
  const generators: Unit[] = [];
  const renewables: Renewable[] = [];
  for (const element of elements) {
    const bus = isActive(element) ? busOf(element, 'bus', grid) : undefined;
    if (bus === undefined) continue;
    if (element.number('sign', 1) !== 1)
      element.refuse('sign', 'Should be 1: a network has no units that consume');
    noteEnergy(element);
    if (!element.flag('committable', false)) {
      const words = `Units that are not committable start and stop for nothing, or must run; as in PyPSA, without ${COMMITMENT}`;
      element.change('info', 'not_committable', words, 'committable');
    }
    const named = { name: freeName(element, 'generator', taken), bus };
    if (isThermal(element, carriers)) generators.push(toUnit(element, named, carriers));
    else renewables.push(toRenewable(element, named));
  }
  return { generators, renewables };
}

const COMMITMENT =
  'start_up_cost, shut_down_cost, stand_by_cost, min_up_time, min_down_time, up_time_before, down_time_before, ' +
  'ramp_limit_start_up and ramp_limit_shut_down';

const RAMPS = ['ramp_limit_up', 'ramp_limit_down'];

function isThermal(element: Element, { co2 }: Carriers): boolean {
  if (element.flag('committable', false)) return true;
  const ramps = RAMPS.some((attribute) => element.optionalText(attribute) !== undefined);
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

/** $/MWh: the mean of a series, as units here have one number. */
export function marginalCost(element: Element): number {
  const series = element.series('marginal_cost');
  if (!series) return element.number('marginal_cost', 0);
  const words = 'A marginal cost by the hour is its mean in every hour';
  element.change('warning', 'marginal_cost', words, 'marginal_cost');
  return series.reduce((sum, usd) => sum + usd, 0) / series.length;
}

/** MW: largest or least output, and the series where it varies; shape [hours]. */
function outputOf(element: Element, attribute: 'p_max_pu' | 'p_min_pu', pNom: number, fallback: number) {
  const profile = element.series(attribute)?.map((share) => share * pNom);
  const all = profile ?? [element.number(attribute, fallback) * pNom];
  const most = all.reduce((best, mw) => Math.max(best, mw), Number.NEGATIVE_INFINITY);
  const least = all.reduce((best, mw) => Math.min(best, mw), Number.POSITIVE_INFINITY);
  return { most, least, profile };
}

function toUnit(element: Element, named: Pick<Unit, 'name' | 'bus'>, { co2, stepHours }: Carriers): Unit {
  const pNom = nominal(element, 'p_nom');
  const [high, low] = [outputOf(element, 'p_max_pu', pNom, 1), outputOf(element, 'p_min_pu', pNom, 0)];
  if (low.least > high.most) element.refuse('p_min_pu', 'Should be at most p_max_pu');
  const commits = element.flag('committable', false);
  const commitment = commitmentOf(element, pNom, stepHours);
  const efficiency = element.amount('efficiency', 1);
  if (efficiency === 0) element.refuse('efficiency', 'Should be more than 0');
  const carrier = element.optionalText('carrier');
  const emission = (co2(carrier ?? '') ?? 0) / efficiency;
  return {
    ...named,
    p_max: high.most,
    p_min: low.least,
    ...costsOf(element, low.least, high.most),
    ...(commits ? commitment : freeCommitment(low.most)),
    ramp_up: rampOf(element, 'ramp_limit_up', pNom / stepHours),
    ramp_down: rampOf(element, 'ramp_limit_down', pNom / stepHours),
    ...(high.profile && { p_max_profile: high.profile }),
    ...(low.profile && { p_min_profile: low.profile }),
    ...(emission > 0 && { co2_t_per_mwh: emission }),
    ...(carrier !== undefined && { type: carrier, fuel: carrier }),
  };
}

function costsOf(element: Element, low: number, high: number) {
  const marginal_cost = marginalCost(element);
  const no_load_cost = element.flag('committable', false) ? element.number('stand_by_cost', 0) : 0;
  const quadratic = element.number('marginal_cost_quadratic', 0);
  if (quadratic < 0) element.refuse('marginal_cost_quadratic', 'Should be 0 or more');
  if (quadratic === 0 || high <= low) return { marginal_cost, no_load_cost };
  element.change('info', 'quadratic', `A quadratic cost is ${CHORDS} chords`, 'marginal_cost_quadratic');
  const cost_curve = Array.from({ length: CHORDS + 1 }, (_, k) => {
    const mw = low + ((high - low) * k) / CHORDS;
    return { mw, usd_per_h: no_load_cost + marginal_cost * mw + quadratic * mw ** 2 };
  });
  return { marginal_cost: marginal_cost + quadratic * (low + high), no_load_cost, cost_curve };
}

/** Times count snapshots. */
function commitmentOf(element: Element, pNom: number, stepHours: number) {
  const hours = (attribute: string, fallback: number): number =>
    Math.ceil(element.amount(attribute, fallback)) * stepHours;
  const [up, down] = [hours('up_time_before', 1), hours('down_time_before', 0)];
  const stop = element.amount('shut_down_cost', 0);
  const limit = (field: 'startup_ramp' | 'shutdown_ramp', attribute: string) => {
    const share = element.amount(attribute, 1);
    return share < 1 ? { [field]: share * pNom } : {};
  };
  if (element.flag('committable', false) && element.series('marginal_cost'))
    element.change('info', 'commitment', 'Units of a varying cost commit by its mean', 'marginal_cost');
  return {
    startup_cost: element.amount('start_up_cost', 0),
    ...(stop > 0 && { shutdown_cost: stop }),
    min_uptime: hours('min_up_time', 0),
    min_downtime: hours('min_down_time', 0),
    // Hours off before the first snapshot win over hours on, whose default is 1.
    initial_status: down > 0 ? -down : up,
    ...limit('startup_ramp', 'ramp_limit_start_up'),
    ...limit('shutdown_ramp', 'ramp_limit_shut_down'),
  };
}

const freeCommitment = (least: number) => ({
  startup_cost: 0,
  min_uptime: 0,
  min_downtime: 0,
  initial_status: 1,
  ...(least > 0 && { must_run: true }),
});

/** MW/h; the service knows no ramp of 0. */
function rampOf(element: Element, attribute: string, mwPerHour: number): number | null {
  if (element.optionalText(attribute) === undefined) return null;
  const ramp = element.amount(attribute, 0) * mwPerHour;
  if (ramp > 0) return ramp;
  element.change('warning', 'ramp', 'A ramp of zero is no limit', attribute);
  return null;
}

function toRenewable(element: Element, named: Pick<Renewable, 'name' | 'bus'>): Renewable {
  const pNom = nominal(element, 'p_nom');
  const [high, low] = [outputOf(element, 'p_max_pu', pNom, 1), outputOf(element, 'p_min_pu', pNom, 0)];
  const p_max = high.profile ?? [high.most];
  const p_min = low.profile ?? (low.most === 0 ? undefined : p_max.map(() => low.most));
  const wrong = p_min?.findIndex((mw, hour) => mw > (p_max[hour % p_max.length] ?? mw)) ?? -1;
  if (wrong >= 0)
    element.refuse(element.series('p_min_pu') ? 'name' : 'p_min_pu', `Is above p_max_pu in hour ${wrong}`);
  const cost = marginalCost(element);
  const carrier = element.optionalText('carrier');
  return {
    ...named,
    p_max,
    ...(p_min && { p_min }),
    ...(cost !== 0 && { marginal_cost: cost }),
    ...(carrier !== undefined && { type: carrier, fuel: carrier }),
  };
}
