/**
 * Structural checks of a network: the checks of a solve payload for the elements that payloads have too, and further
 * checks for networks only.
 */
import type { NetworkBody } from '../network-body.ts';
import { bidBlocks } from './bid-data.ts';
import { generatorData, interfaceData, networkData, phaseShifterData } from './element-data.ts';
import { networkSeries } from './network-series.ts';
import { networkUnitData } from './network-unit-data.ts';
import { eachItem, type PayloadProblem, problem, uniqueNames } from './problem.ts';
import { reserveProducts } from './reserve-data.ts';

/** Relative tolerance between x_pu and x_ohm of one line: published values are rounded. */
const IMPEDANCE_SLACK = 0.02;

const SHARED_CHECKS = [uniqueNames, bidBlocks, generatorData, networkData, phaseShifterData];
const OWN_CHECKS = [
  busNumbers,
  knownBuses,
  impedances,
  ownNames,
  payloadOnly,
  networkUnitData,
  networkSeries,
];

export const networkProblems = (network: NetworkBody): PayloadProblem[] => [
  ...sharedProblems(network),
  ...OWN_CHECKS.flatMap((check) => check(network)),
];

/** Runs the payload checks on the network as a payload and translates the paths of findings back. */
function sharedProblems({ lines, dc_lines, ...network }: NetworkBody): PayloadProblem[] {
  const { generators, loads, interfaces, phase_shifters, bids, demand_response } = network;
  const transmission_lines = lines.map(({ id, from_bus, to_bus }) => ({ id, from_bus, to_bus, x_pu: 1 }));
  const units = generators.map(({ energy_limits: _, ...unit }) => unit);
  const demand = { loads, bids, demand_response };
  const payload = {
    ...demand,
    generators: units,
    horizon: 1,
    transmission_lines,
    interfaces,
    phase_shifters,
  };
  const limits = { maxHorizon: 1 };
  const findings = [
    ...SHARED_CHECKS.flatMap((check) => [...check(payload, limits)]),
    // The names of DC lines are checked with those of lines.
    ...interfaceData({ ...payload, dc_lines }, limits),
    ...reserveProducts(network),
  ];
  return findings.filter(isProblem).map(({ path, msg, type }) =>
    problem(
      path.map((step) => (step === 'transmission_lines' ? 'lines' : step)),
      msg,
      type,
    ),
  );
}

const isProblem = (finding: PayloadProblem | undefined): finding is PayloadProblem => finding !== undefined;

function busNumbers({ buses }: NetworkBody): PayloadProblem[] {
  const knownIds = new Set<number>();
  return buses.flatMap(({ id }, i) => {
    if (knownIds.has(id)) return [problem(['buses', i, 'id'], `Duplicate id '${id}'`, 'duplicate')];
    knownIds.add(id);
    return [];
  });
}

function knownBuses(network: NetworkBody): PayloadProblem[] {
  const { buses, lines, dc_lines = [], generators, loads, renewables = [], storage = [] } = network;
  const { bids = [], demand_response = [] } = network;
  const knownIds = new Set(buses.map(({ id }) => id));
  const check = (bus: number, ...path: (string | number)[]): PayloadProblem[] =>
    knownIds.has(bus) ? [] : [problem(path, `Unknown bus ${bus}`, 'unknown_element')];
  return [
    ...Object.entries({ lines, dc_lines }).flatMap(([list, items]) =>
      items.flatMap((line, i) => [
        ...check(line.from_bus, list, i, 'from_bus'),
        ...check(line.to_bus, list, i, 'to_bus'),
      ]),
    ),
    ...Object.entries({ generators, loads, renewables, storage, bids, demand_response }).flatMap(
      ([list, items]) => items.flatMap(({ bus }, i) => check(bus, list, i, 'bus')),
    ),
  ];
}

const TIED = 'its hours depend on each other, and a run decides them window by window';

/** Fields that only payloads have, with the value that says nothing, and the reason. */
const PAYLOAD_ONLY = {
  bids: [
    ['all_or_nothing', false, `A bid of a stored network is not accepted whole: ${TIED}`],
    ['min_up_h', undefined, `A bid of a stored network has no minimum time: ${TIED}`],
  ],
  demand_response: [
    ['max_hours_per_day', undefined, `Demand response of a stored network has no limit of hours: ${TIED}`],
    [
      'recover_share',
      0,
      `The load that demand response reduces in a stored network does not come back: ${TIED}`,
    ],
  ],
} as const;

const FUEL =
  'A stored network has no fuel limits: they hold over all hours of a solve, and a run decides its hours window by window. Give them with the payload of a solve, or limit the energy of units';

/** Findings if a network has lists or fields that only payloads have; a run over a network would ignore them. */
function payloadOnly(network: NetworkBody): PayloadProblem[] {
  return [
    ...(Object.hasOwn(network, 'fuel_limits') ? [problem(['fuel_limits'], FUEL, 'extra_forbidden')] : []),
    ...(['bids', 'demand_response'] as const).flatMap((list) =>
      eachItem<object>(network[list], (item, i) => {
        const tied = PAYLOAD_ONLY[list].find(([field, none]) => (Reflect.get(item, field) ?? none) !== none);
        return tied && problem([list, i, tied[0]], tied[2], 'extra_forbidden');
      }),
    ),
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

/**
 * Checks names. They must be unique among elements that share a table of results: among all units, and among all lines.
 */
function ownNames(network: NetworkBody): PayloadProblem[] {
  const {
    generators,
    lines,
    dc_lines = [],
    renewables = [],
    storage = [],
    reserves = [],
    fuels = [],
  } = network;
  const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
  const names = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name);
  const units = names(generators);
  return [
    ...repeated('renewables', 'name', names(renewables), units),
    ...repeated('storage', 'name', names(storage), [...units, ...names(renewables)]),
    ...repeated('reserves', 'name', names(reserves)),
    ...repeated('fuels', 'name', names(fuels)),
    ...repeated('dc_lines', 'id', ids(dc_lines), ids(lines)),
  ];
}

function repeated(
  list: string,
  field: 'id' | 'name',
  names: readonly string[],
  otherNames: readonly string[] = [],
): PayloadProblem[] {
  const usedNames = new Set([...otherNames, '__proto__']);
  return names.flatMap((name, i) => {
    if (usedNames.has(name)) return [problem([list, i, field], `Duplicate ${field} '${name}'`, 'duplicate')];
    usedNames.add(name);
    return [];
  });
}
