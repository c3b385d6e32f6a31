/** Structural checks of a network: those of a solve payload where both have the element, and its own. */
import type { NetworkBody } from '../messages/network-body.ts';
import { generatorData, networkData } from './element-data.ts';
import { type PayloadProblem, problem, uniqueNames } from './problem.ts';

/** x_pu and x_ohm of one line may differ by this much of x_pu: published values are rounded. */
const IMPEDANCE_SLACK = 0.02;

const SHARED_CHECKS = [uniqueNames, generatorData, networkData];
const OWN_CHECKS = [busNumbers, knownBuses, impedances, someHours];

export const networkProblems = (network: NetworkBody): PayloadProblem[] => [
  ...sharedProblems(network),
  ...OWN_CHECKS.flatMap((check) => check(network)),
];

/** The checks of a payload see the network as one and name its places; these are translated back. */
function sharedProblems({ generators, loads, lines }: NetworkBody): PayloadProblem[] {
  const transmission_lines = lines.map(({ id, from_bus, to_bus }) => ({ id, from_bus, to_bus, x_pu: 1 }));
  const payload = { generators, loads, horizon: 1, transmission_lines };
  const found = SHARED_CHECKS.flatMap((check) => [...check(payload, { maxHorizon: 1 })]);
  return found.filter(isProblem).map(({ path, msg, type }) =>
    problem(
      path.map((step) => (step === 'transmission_lines' ? 'lines' : step)),
      msg,
      type,
    ),
  );
}

const isProblem = (found: PayloadProblem | undefined): found is PayloadProblem => found !== undefined;

function busNumbers({ buses }: NetworkBody): PayloadProblem[] {
  const seen = new Set<number>();
  return buses.flatMap(({ id }, i) => {
    if (seen.has(id)) return [problem(['buses', i, 'id'], `Duplicate id '${id}'`, 'duplicate')];
    seen.add(id);
    return [];
  });
}

function knownBuses({ buses, lines, generators, loads }: NetworkBody): PayloadProblem[] {
  const known = new Set(buses.map(({ id }) => id));
  const check = (bus: number, ...path: (string | number)[]): PayloadProblem[] =>
    known.has(bus) ? [] : [problem(path, `Unknown bus ${bus}`, 'unknown_element')];
  return [
    ...lines.flatMap((line, i) => [
      ...check(line.from_bus, 'lines', i, 'from_bus'),
      ...check(line.to_bus, 'lines', i, 'to_bus'),
    ]),
    ...generators.flatMap(({ bus }, i) => check(bus, 'generators', i, 'bus')),
    ...loads.flatMap(({ bus }, i) => check(bus, 'loads', i, 'bus')),
  ];
}

function impedances({ base_mva, buses, lines }: NetworkBody): PayloadProblem[] {
  const kvOf = new Map(buses.map(({ id, v_nom_kv }) => [id, v_nom_kv]));
  return lines.flatMap(({ from_bus, x_pu, x_ohm }, i) => {
    if (x_pu === undefined && x_ohm === undefined)
      return [problem(['lines', i, 'x_pu'], 'Field required', 'missing')];
    const kv = kvOf.get(from_bus);
    if (kv === undefined || x_pu === undefined || x_ohm === undefined) return [];
    const fromOhm = (x_ohm * base_mva) / kv ** 2;
    if (Math.abs(fromOhm - x_pu) <= IMPEDANCE_SLACK * Math.abs(x_pu)) return [];
    return [problem(['lines', i, 'x_ohm'], `x_ohm gives ${fromOhm} pu at ${kv} kV, but x_pu is ${x_pu}`)];
  });
}

/** Series repeat, so any length will do but none. */
function someHours({ generators, loads }: NetworkBody): PayloadProblem[] {
  const check = (series: readonly number[] | undefined, ...path: (string | number)[]): PayloadProblem[] =>
    series?.length === 0 ? [problem(path, 'List should have at least 1 item', 'too_short')] : [];
  return [
    ...loads.flatMap(({ values }, i) => check(values, 'loads', i, 'values')),
    ...generators.flatMap(({ p_min_profile, p_max_profile }, i) => [
      ...check(p_min_profile, 'generators', i, 'p_min_profile'),
      ...check(p_max_profile, 'generators', i, 'p_max_profile'),
    ]),
  ];
}
