/** Conditions on fields of units, storage, DC lines and reserves of a network that a schema cannot express. */
import type { NetworkBody } from '../network-body.ts';
import type { NetworkGenerator } from '../network-schema.ts';
import { invertedLimits, listsBesideCurves } from './element-data.ts';
import { eachItem, type PayloadProblem, problem } from './problem.ts';
import { storageProblems } from './storage-data.ts';

type Place = readonly (string | number)[];

/** Tolerance for falling slopes of a convex heat-rate curve, MMBtu/MWh. */
const CONVEXITY_SLACK = 1e-7;
/** Tolerance by which the ends of a curve may exceed [p_min, p_max], relative. */
const RANGE_SLACK = 1e-6;

export const networkUnitData = (network: NetworkBody): PayloadProblem[] => [
  ...network.generators.flatMap((unit, i) => generatorProblems(unit, ['generators', i], network)),
  ...(network.renewables ?? []).flatMap(({ p_min, p_max }, i) =>
    inverted(p_min, p_max, ['renewables', i, 'p_min']),
  ),
  ...storageProblems(network.storage),
  ...eachItem(network.storage, ({ initial_mwh = 0, energy_mwh, final_mwh = 0 }, i) => {
    const field = [initial_mwh, final_mwh].findIndex((mwh) => mwh > energy_mwh);
    if (field < 0) return undefined;
    const path = ['storage', i, field === 0 ? 'initial_mwh' : 'final_mwh'];
    return problem(path, `Input should be less than or equal to energy_mwh ${energy_mwh}`, 'less_than_equal');
  }),
  ...eachItem(network.dc_lines, (line, i) =>
    line.from_bus === line.to_bus
      ? problem(['dc_lines', i, 'to_bus'], 'A line should connect two different buses')
      : invertedLimits(line, ['dc_lines', i, 'p_min_mw']),
  ),
  ...reserveProviders(network),
];

function generatorProblems(
  unit: NetworkGenerator,
  place: Place,
  { fuels = [] }: NetworkBody,
): PayloadProblem[] {
  const { p_min, p_max, fuel, heat_rate_curve, startup_fuel } = unit;
  const burns = heat_rate_curve !== undefined || startup_fuel !== undefined;
  return [
    ...(p_min > p_max ? [isInverted([...place, 'p_min'], p_max)] : []),
    ...(burns && fuel === undefined ? [problem([...place, 'fuel'], 'Field required', 'missing')] : []),
    ...(burns && fuel !== undefined && !fuels.some(({ name }) => name === fuel)
      ? [problem([...place, 'fuel'], `Unknown fuel '${fuel}'`, 'unknown_element')]
      : []),
    ...listsBesideCurves(unit, place),
    ...heatRates(unit, [...place, 'heat_rate_curve']),
    ...startupFuels(unit, [...place, 'startup_fuel']),
  ];
}

const isInverted = (path: Place, most: number): PayloadProblem =>
  problem(path, `Input should be less than or equal to ${most}`, 'less_than_equal');

/**
 * Finding for a lower limit above the upper limit. Each series is repeated by its own length, so only series of equal
 * length are compared by hour.
 */
function inverted(
  least: readonly number[] | undefined,
  most: readonly number[],
  place: Place,
): PayloadProblem[] {
  if (least?.length !== most.length) return [];
  const hour = least.findIndex((mw, t) => mw > (most[t] ?? mw));
  return hour < 0 ? [] : [isInverted([...place, hour], most[hour] ?? 0)];
}

function heatRates(
  { heat_rate_curve: curve, p_min, p_max }: NetworkGenerator,
  place: Place,
): PayloadProblem[] {
  const slack = RANGE_SLACK * Math.max(1, Math.abs(p_max));
  let before = Number.NEGATIVE_INFINITY;
  return (curve ?? []).flatMap(({ mw, mmbtu_per_h }, k): PayloadProblem[] => {
    if (mw < p_min - slack || mw > p_max + slack) {
      return [problem([...place, k, 'mw'], `Points should lie between p_min ${p_min} and p_max ${p_max} MW`)];
    }
    const previous = curve?.[k - 1];
    if (!previous) return [];
    if (mw <= previous.mw) return [problem([...place, k, 'mw'], 'Points should be in ascending order of mw')];
    const slope = (mmbtu_per_h - previous.mmbtu_per_h) / (mw - previous.mw);
    const falls = slope < before - CONVEXITY_SLACK;
    const msg = `The curve should be convex: the heat rate falls from ${before} to ${slope} MMBtu/MWh`;
    before = slope;
    return falls ? [problem([...place, k, 'mmbtu_per_h'], msg)] : [];
  });
}

function startupFuels({ startup_fuel: tiers }: NetworkGenerator, place: Place): PayloadProblem[] {
  return (tiers ?? []).flatMap(({ lag_h, mmbtu, usd }, k): PayloadProblem[] => {
    const before = tiers?.[k - 1];
    if (!before) return [];
    if (lag_h <= before.lag_h) return [problem([...place, k, 'lag_h'], 'lag_h should ascend')];
    const field = (mmbtu < before.mmbtu && 'mmbtu') || (usd < before.usd && 'usd');
    return field ? [problem([...place, k, field], `${field} should not fall from tier to tier`)] : [];
  });
}

function reserveProviders({ buses, reserves = [], ...network }: NetworkBody): PayloadProblem[] {
  const units = [...network.generators, ...(network.renewables ?? []), ...(network.storage ?? [])];
  const knownNames = {
    providers: new Set(units.map(({ name }) => name)),
    areas: new Set(buses.map(({ area }) => area)),
    provider_types: new Set(units.map(({ type }) => type)),
  };
  const fields = ['providers', 'areas', 'provider_types'] as const;
  return reserves.flatMap((reserve, i) =>
    fields.flatMap((field) =>
      eachItem(reserve[field], (name, k) =>
        knownNames[field].has(name)
          ? undefined
          : problem(['reserves', i, field, k], `No element of the network has '${name}'`, 'unknown_element'),
      ),
    ),
  );
}
