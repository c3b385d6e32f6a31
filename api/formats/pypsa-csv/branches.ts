/**
 * Reads lines.csv and transformers.csv as lines, and links.csv as DC lines, whose flow is a decision of the schedule.
 */
import { invertedLimits } from '../../../temporal/case/checks/element-data.ts';
import type { NetworkBody } from '../../../temporal/case/network-body.ts';
import { branch, flowLimit, reactance, resistance, UNLIMITED_MW } from '../base/conventions.ts';
import type { DcLine, Line } from '../base/network-parts.ts';
import { busOf, freeName, type Grid, isActive, type Names, nominal } from './buses.ts';
import type { Element } from './elements.ts';
import { rampOf } from './generators.ts';
import type { readLineTypes, readTransformerTypes } from './line-types.ts';

type LineTypes = Awaited<ReturnType<typeof readLineTypes>>;
type TransformerTypes = Awaited<ReturnType<typeof readTransformerTypes>>;

/** Base power of the network, MVA. PyPSA has no common base: its values are in ohm, or per unit of the element. */
export const BASE_MVA = 100;

/** Reads lines; impedances are in ohm at the voltage of bus0. `taken`: names of all branches. */
export function readLines(elements: readonly Element[], types: LineTypes, grid: Grid, names: Names): Line[] {
  const kvOf = new Map([...grid.buses.values()].map(({ id, v_nom_kv }) => [id, v_nom_kv]));
  return branches(elements, grid, (element, ends) => {
    const { r, x } = impedanceOf(element, types, grid);
    const length = element.amount('length', 0);
    const base = (kvOf.get(ends.from_bus) ?? 1) ** 2 / BASE_MVA;
    return {
      id: freeName(element, 'line', names),
      ...ends,
      r_ohm: r,
      x_pu: reactance(x / base, element.at('x')),
      ...ratingOf(element, nominal(element, 's_nom')),
      ...(length > 0 && { length_km: length }),
    };
  });
}

type Ends = Pick<Line, 'from_bus' | 'to_bus'>;

/** Reads branches, except branches at a bus of another carrier than electricity. */
function branches<B>(
  elements: readonly Element[],
  grid: Grid,
  read: (element: Element, ends: Ends) => B | undefined,
): (B & { in_service: boolean })[] {
  return elements.flatMap((element) => {
    const in_service = element.flag('active', true);
    const one = branch(in_service, element.at('active'), () => {
      const ends = endsOf(element, grid);
      return ends && read(element, ends);
    });
    return one.flatMap((item) => (item === undefined ? [] : [{ ...item, in_service }]));
  });
}

function endsOf(element: Element, grid: Grid): Ends | undefined {
  const [from_bus, to_bus] = [busOf(element, 'bus0', grid), busOf(element, 'bus1', grid)];
  if (from_bus === undefined || to_bus === undefined) return undefined;
  if (from_bus === to_bus) element.refuse('bus1', 'A line should connect two different buses');
  return { from_bus, to_bus };
}

/** Impedance, ohm. In a DC network, flows depend on resistances, so the resistance is used as the reactance. */
function impedanceOf(element: Element, types: LineTypes, { dc }: Grid) {
  const stated = { r: resistance(element.number('r', 0), element.at('r')), x: element.number('x', 0) };
  const name = element.optionalText('type');
  const type = name === undefined ? undefined : types.get(name);
  if (name !== undefined && !type && stated.x === 0)
    element.refuse('type', `There is no type ${name} in line_types.csv, nor as a standard`);
  const parallel = element.number('num_parallel', 1);
  if (type && !(parallel > 0)) element.refuse('num_parallel', `Should be more than 0, not ${parallel}`);
  const km = element.amount('length', 0);
  const { r, x } = type ? { r: (type.r * km) / parallel, x: (type.x * km) / parallel } : stated;
  if (dc.has(element.text('bus0')) && r > 0) {
    const words = 'Flows of direct current follow resistances, which are the reactances here';
    element.change('info', 'dc_network', words, 'r');
    return { r, x: r };
  }
  return { r, x };
}

/** Ratings, MVA; null = unlimited. A rating of 0, the default in PyPSA, blocks all flow. */
function ratingOf(element: Element, sNom: number): Pick<Line, 's_nom_mva' | 'rating_mw_profile'> {
  const limit = (share: number): number | null => flowLimit(share * sNom || 0, element.at('s_nom')) ?? null;
  const profile = element.series('s_max_pu');
  const below = profile?.findIndex((share) => share < 0) ?? -1;
  if (below >= 0) element.refuse('name', `s_max_pu is below 0 in hour ${below}`);
  const s_nom_mva = limit(element.rating('s_max_pu', 1));
  return { s_nom_mva, ...(profile && { rating_mw_profile: profile.map(limit) }) };
}

/** Reads transformers; their impedances are per unit on s_nom. */
export function readTransformers(
  elements: readonly Element[],
  types: TransformerTypes,
  grid: Grid,
  names: Names,
): Line[] {
  const kvOf = new Map([...grid.buses.values()].map(({ id, v_nom_kv }) => [id, v_nom_kv]));
  return branches(elements, grid, (element, ends) => {
    const { s_nom, r, x, tap, shift } = transformerOf(element, types);
    if (s_nom === 0) element.refuse('s_nom', 'Should be more than 0: it is the base of x');
    if (tap <= 0) element.refuse('tap_ratio', `Should be more than 0, not ${tap}`);
    if (element.number('tap_side', 0) === 1 && tap !== 1)
      element.change(
        'info',
        'tap_side',
        'A tap at bus1 is one at bus0, as in its linear power flow',
        'tap_side',
      );
    return {
      id: freeName(element, 'transformer', names),
      ...ends,
      r_ohm: (r / s_nom) * (kvOf.get(ends.from_bus) ?? 1) ** 2,
      x_pu: reactance((x * BASE_MVA) / s_nom, element.at('x')),
      ...ratingOf(element, s_nom),
      ...(tap !== 1 && { tap_ratio: tap }),
      ...(shift !== 0 && { phase_shift_deg: shift }),
    };
  });
}

function transformerOf(element: Element, types: TransformerTypes) {
  const name = element.optionalText('type');
  const type = name === undefined ? undefined : types.get(name);
  const x = element.number('x', 0);
  if (!type) {
    if (name !== undefined && x === 0)
      element.refuse('type', `There is no type ${name} in transformer_types.csv, and no x`);
    return {
      s_nom: nominal(element, 's_nom'),
      r: resistance(element.number('r', 0), element.at('r')),
      x,
      tap: element.number('tap_ratio', 1),
      shift: element.number('phase_shift', 0),
    };
  }
  const parallel = element.number('num_parallel', 1);
  return {
    s_nom: type.s_nom * parallel,
    r: type.r,
    x: type.x,
    tap: 1 + (element.number('tap_position', 0) - type.tap_neutral) * type.tap_step,
    shift: type.phase_shift,
  };
}

/**
 * Reads links. A link between two electrical buses becomes a DC line; a link that converts energy between carriers is
 * left out.
 */
export function readLinks(
  elements: readonly Element[],
  grid: Grid,
  names: Names,
  stepHours: number,
): DcLine[] {
  return branches(elements, grid, (element, ends) => {
    if (element.optionalText('bus2') !== undefined) {
      element.drop('warning', 'links', 'Links between three buses or more', 'bus2');
      return undefined;
    }
    const pNom = nominal(element, 'p_nom');
    const flow = (share: number): number =>
      Math.max(-UNLIMITED_MW, Math.min(UNLIMITED_MW, share * pNom || 0));
    const limit = (attribute: string, fallback: number): number | number[] =>
      element.series(attribute)?.map(flow) ?? flow(element.number(attribute, fallback));
    const limits = { p_min_mw: limit('p_min_pu', 0), p_max_mw: limit('p_max_pu', 1) };
    if (invertedLimits(limits, [])) element.refuse('p_min_pu', 'Should be at most p_max_pu');
    if (element.flag('committable', false))
      element.drop('warning', 'link_commitment', 'Commitment of links', 'committable');
    return {
      id: freeName(element, 'link', names),
      ...ends,
      ...limits,
      ...lossAndCost(
        element,
        [limits.p_min_mw].flat().every((mw) => mw >= 0),
      ),
      ...linkRamps(element, pNom / stepHours),
    };
  });
}

/** Number of significant digits kept in the difference between 1 and an efficiency. */
const DIGITS = 12;

/**
 * Loss and cost of a link that sends power one way only. Otherwise they are left out: in the other direction they would
 * be a gain and a revenue, which a DC line cannot have.
 */
function lossAndCost(element: Element, isOneWay: boolean): Pick<DcLine, 'loss_factor' | 'cost_usd_per_mwh'> {
  const loss = Number((1 - element.number('efficiency', 1)).toPrecision(DIGITS));
  const cost = element.number('marginal_cost', 0);
  const isRead = (attribute: string, is: boolean): boolean => isOneWay && is && !element.series(attribute);
  const hasLoss = isRead('efficiency', loss >= 0 && loss < 1);
  if (!hasLoss && (loss !== 0 || element.series('efficiency')))
    element.drop('warning', 'link_losses', 'Losses of links (efficiency)', 'efficiency');
  const hasCost = isRead('marginal_cost', cost >= 0);
  if (!hasCost && (cost !== 0 || element.series('marginal_cost')))
    element.drop('warning', 'link_costs', 'Costs of flows through links', 'marginal_cost');
  return {
    ...(hasLoss && loss > 0 && { loss_factor: loss }),
    ...(hasCost && cost > 0 && { cost_usd_per_mwh: cost }),
  };
}

function linkRamps(element: Element, mwPerHour: number): Partial<DcLine> {
  const ramp = (attribute: string) => rampOf(element, attribute, mwPerHour) ?? undefined;
  const [ramp_up, ramp_down] = [ramp('ramp_limit_up'), ramp('ramp_limit_down')];
  const before = element.optionalNumber('p_init');
  return {
    ...(ramp_up !== undefined && { ramp_up }),
    ...(ramp_down !== undefined && { ramp_down }),
    ...(before !== undefined && { initial_power_mw: before }),
  };
}

/** Loads in service; a load without a series is constant. */
export function readLoads(elements: readonly Element[], grid: Grid): NetworkBody['loads'] {
  const loads: NetworkBody['loads'] = [];
  for (const element of elements) {
    const bus = isActive(element) ? busOf(element, 'bus', grid) : undefined;
    if (bus === undefined) continue;
    const sign = -element.number('sign', -1);
    const values = element.series('p_set') ?? [element.number('p_set', 0)];
    loads.push({ bus, values: values.map((mw) => sign * mw || 0) });
  }
  return loads;
}
