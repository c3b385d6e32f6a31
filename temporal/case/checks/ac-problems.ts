/** Checks of AC data against the case whose schedule is checked. */
import { busesInService } from '../arithmetic/elements.ts';
import { islandOfEachBus } from '../arithmetic/islands.ts';
import {
  type AcBranchData,
  type AcBusData,
  type AcData,
  type AcGeneratorData,
  LEAST_X_PU,
} from '../messages/ac-check.ts';
import type { SolvePayload } from '../schema.ts';
import { eachItem, type PayloadProblem, problem } from './problem.ts';

export const acProblems = (payload: SolvePayload, ac: AcData): PayloadProblem[] => {
  const lines = payload.transmission_lines ?? [];
  const units = [payload.generators, payload.renewables ?? [], payload.storage ?? []].flat();
  const buses = busesInService(payload);
  return [
    ...names(ac.buses, 'buses', 'bus', new Set(buses), 'bus'),
    ...names(ac.branches, 'branches', 'id', new Set(lines.map(({ id }) => id)), 'line'),
    ...names(ac.generators, 'generators', 'name', new Set(units.map(({ name }) => name)), 'generator'),
    ...eachItem(ac.buses, (bus, i) => busProblem(bus, i, payload.horizon)),
    ...eachItem(ac.generators, generatorProblem),
    ...inverted(ac, []),
    ...impedanceProblems(payload, ac.branches),
    ...slackProblems(payload, buses, ac.slack_buses),
  ];
};

function names<F extends string, K extends string | number>(
  items: readonly Readonly<Record<F, K>>[],
  list: string,
  field: F,
  known: ReadonlySet<K>,
  noun: string,
): PayloadProblem[] {
  const used = new Set<K>();
  return eachItem(items, ({ [field]: name }, i) => {
    const path = [list, i, field];
    if (!known.has(name)) return problem(path, `The case has no ${noun} '${name}'`, 'unknown_element');
    if (used.has(name)) return problem(path, `Duplicate ${field} '${name}'`, 'duplicate');
    used.add(name);
    return undefined;
  });
}

function busProblem(bus: AcBusData, i: number, horizon: number): PayloadProblem | undefined {
  const { q_load_mvar: q, power_factor } = bus;
  if (q && power_factor !== undefined)
    return problem(['buses', i, 'q_load_mvar'], 'Give q_load_mvar or power_factor, not both');
  if (q && q.length !== 1 && q.length !== horizon)
    return problem(['buses', i, 'q_load_mvar'], `Should have 1 or ${horizon} values, not ${q.length}`);
  return inverted(bus, ['buses', i])[0];
}

const inverted = (
  { v_min_pu: least, v_max_pu: most }: Pick<AcBusData, 'v_min_pu' | 'v_max_pu'>,
  path: readonly (string | number)[],
): PayloadProblem[] =>
  least !== undefined && most !== undefined && least > most
    ? [problem([...path, 'v_min_pu'], `v_min_pu ${least} is above v_max_pu ${most}`)]
    : [];

const generatorProblem = (
  { q_min_mvar: least, q_max_mvar: most }: AcGeneratorData,
  i: number,
): PayloadProblem | undefined =>
  least !== undefined && most !== undefined && least > most
    ? problem(['generators', i, 'q_min_mvar'], `q_min_mvar ${least} is above q_max_mvar ${most}`)
    : undefined;

/** Lines in service that have no impedance, neither in the data nor in the case. */
function impedanceProblems(
  { transmission_lines = [] }: SolvePayload,
  branches: readonly AcBranchData[],
): PayloadProblem[] {
  const data = new Map(branches.map((branch, i) => [branch.id, { ...branch, i }]));
  return transmission_lines.flatMap(({ id, x_pu, in_service, from_bus, to_bus }) => {
    const { i, ...branch } = data.get(id) ?? { i: undefined };
    const path = i === undefined ? ['branches'] : ['branches', i, 'x_pu'];
    if (in_service === false) return [];
    if (from_bus === to_bus) return [problem(path, `Line '${id}' joins bus ${to_bus} to itself`)];
    return ('x_pu' in branch && branch.x_pu) || Math.abs(x_pu) >= LEAST_X_PU
      ? []
      : [problem(path, `Line '${id}' has hardly a reactance in the case: give its x_pu`, 'missing')];
  });
}

function slackProblems(
  { transmission_lines = [] }: SolvePayload,
  buses: readonly number[],
  slackBuses: readonly number[],
): PayloadProblem[] {
  const positions = new Map(buses.map((bus, position) => [bus, position]));
  const ends = transmission_lines
    .filter(({ in_service }) => in_service !== false)
    .map(({ from_bus, to_bus }) => ({ from: positions.get(from_bus) ?? 0, to: positions.get(to_bus) ?? 0 }));
  const island = islandOfEachBus(buses.length, ends);
  const slackOf = new Map<number, number>();
  const problems = eachItem(slackBuses, (bus, i) => {
    const position = positions.get(bus);
    if (position === undefined)
      return problem(['slack_buses', i], `The case has no bus '${bus}'`, 'unknown_element');
    const other = slackOf.get(island[position] ?? 0);
    slackOf.set(island[position] ?? 0, bus);
    return other === undefined
      ? undefined
      : problem(['slack_buses', i], `Buses ${other} and ${bus} are in one island: give one of them`);
  });
  if (problems.length > 0) return problems;
  const free = buses.find((_, position) => !slackOf.has(island[position] ?? 0));
  return free === undefined
    ? []
    : [problem(['slack_buses'], `No slack bus in the island of bus ${free}`, 'missing')];
}
