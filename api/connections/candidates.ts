/** The candidates of a connection study, read from a submission and checked against the network. */
import { islandOfEachBus } from '../../temporal/case/arithmetic/islands.ts';
import { CANDIDATE_KINDS, type Candidate } from '../../temporal/case/messages/connection.ts';
import type { NetworkContent } from '../../temporal/case/network-schema.ts';
import { type FieldProblem, Unprocessable } from '../http/errors.ts';

/** Largest number of candidates of a study. */
const MOST = 500;

type Loc = FieldProblem['loc'];
interface Asked {
  readonly bus: unknown;
  readonly kind: unknown;
  readonly loc: Loc;
  readonly kindLoc: Loc;
}

const KINDS: readonly unknown[] = CANDIDATE_KINDS;
const isKind = (kind: unknown): kind is Candidate['kind'] => KINDS.includes(kind);
const ROOT = ['body', 'candidates'];

/** Throws `Unprocessable` for a bus that is not in the network or without supply, and for an unknown kind or area. */
export function chooseCandidates(choice: unknown, network: NetworkContent): Candidate[] {
  const choices = Array.isArray(choice) ? few(choice).map(oneOf) : someOf(Object(choice), network);
  const supplied = suppliedBuses(network);
  const buses = new Map(network.buses.map(({ id }) => [id, id]));
  const problems: FieldProblem[] = [];
  const pairs = new Set<string>();
  const candidates = choices.flatMap(({ bus, kind, loc, kindLoc }): Candidate[] => {
    const id = buses.get(Number(bus));
    const say = (msg: string, type: string, at = loc) => {
      problems.push({ loc: at, msg, type });
      return [];
    };
    if (!isKind(kind)) return say(`Input should be one of: ${CANDIDATE_KINDS.join(', ')}`, 'enum', kindLoc);
    if (typeof bus !== 'number') return say('Input should be the number of a bus', 'value_error');
    if (id === undefined) return say(`The network has no bus ${bus}`, 'unknown_element');
    if (kind !== 'generation' && !supplied.has(bus))
      return say(`Bus ${bus} is in an island without supply: nothing can serve a ${kind}`, 'value_error');
    if (pairs.has(`${bus} ${kind}`)) return say(`Bus ${bus} is listed twice as ${kind}`, 'value_error');
    pairs.add(`${bus} ${kind}`);
    return [{ bus, kind }];
  });
  if (problems.length > 0) throw new Unprocessable(problems);
  return candidates;
}

function few<T>(choices: readonly T[]): readonly T[] {
  if (choices.length > 0 && choices.length <= MOST) return choices;
  throw refusal(ROOT, `Give 1 to ${MOST} candidates, not ${choices.length}`, 'value_error');
}

function oneOf(candidate: unknown, at: number): Asked {
  const { bus, kind }: { bus?: unknown; kind?: unknown } = Object(candidate);
  return { bus, kind, loc: [...ROOT, at, 'bus'], kindLoc: [...ROOT, at, 'kind'] };
}

function someOf(
  { kind, buses }: { readonly kind?: unknown; readonly buses?: unknown },
  network: NetworkContent,
): Asked[] {
  const kindLoc = [...ROOT, 'kind'];
  const loc = [...ROOT, 'buses'];
  if (Array.isArray(buses)) return few(buses).map((bus, at) => ({ bus, kind, loc: [...loc, at], kindLoc }));
  const { area }: { area?: unknown } = Object(buses);
  const members = network.buses.filter((bus) => buses === 'all' || (bus.area ?? '') === area);
  if (buses !== 'all' && typeof area !== 'string')
    throw refusal(loc, "Give 'all', a list of buses, or an area", 'value_error');
  if (members.length === 0)
    throw refusal([...loc, 'area'], 'No bus of the network is in this area', 'unknown_element');
  return few(members).map(({ id }) => ({ bus: id, kind, loc, kindLoc }));
}

export const refusal = (loc: Loc, msg: string, type: string): Unprocessable =>
  new Unprocessable([{ loc, msg, type }]);

/** Buses that a generator, a renewable or a storage can reach over lines in service. */
function suppliedBuses({
  buses,
  lines,
  dc_lines = [],
  generators,
  renewables = [],
  storage = [],
}: NetworkContent) {
  const at = new Map(buses.map(({ id }, position) => [id, position]));
  const joined = [...lines, ...dc_lines]
    .filter((line) => line.in_service !== false)
    .map(({ from_bus, to_bus }) => ({ from: at.get(from_bus) ?? 0, to: at.get(to_bus) ?? 0 }));
  const island = islandOfEachBus(buses.length, joined);
  const islandOf = (bus: number) => island[at.get(bus) ?? 0];
  const supplied = new Set([...generators, ...renewables, ...storage].map(({ bus }) => islandOf(bus)));
  return new Set(buses.map(({ id }) => id).filter((id) => supplied.has(islandOf(id))));
}

const MOST_NAMED = 10;

type Line = Pick<NetworkContent['lines'][number], 'id' | 'from_bus' | 'to_bus' | 'in_service'>;

/** Warnings about candidates that a single line connects: after its loss, nothing reaches them. */
export function radialWarnings(candidates: readonly Candidate[], lines: readonly Line[]): string[] {
  const single = singleLines(lines.filter(({ in_service }) => in_service !== false));
  const radial = [...new Set(candidates.map(({ bus }) => bus))].flatMap((bus) => {
    const line = single.get(bus);
    return line === undefined
      ? []
      : [`Bus ${bus} is connected by the single line ${line}: n_1 does not cover its loss`];
  });
  const more = radial.length - MOST_NAMED;
  return [
    ...radial.slice(0, MOST_NAMED),
    ...(more > 0 ? [`${more} more buses are connected by a single line, whose loss n_1 does not cover`] : []),
  ];
}

/** Bus on a branch -> its line towards the mesh. Ends of branches are removed until only the mesh is left. */
function singleLines(lines: readonly Line[]): ReadonlyMap<number, string> {
  const linesAt = new Map<number, Set<Line>>();
  for (const line of lines)
    for (const bus of [line.from_bus, line.to_bus])
      linesAt.set(bus, (linesAt.get(bus) ?? new Set()).add(line));
  const single = new Map<number, string>();
  const ends: number[] = [];
  const note = (bus: number): void => {
    const [only, ...others] = linesAt.get(bus) ?? [];
    if (!only || others.length > 0 || single.has(bus)) return;
    single.set(bus, only.id);
    ends.push(bus);
  };
  for (const bus of linesAt.keys()) note(bus);
  for (const end of ends)
    for (const line of linesAt.get(end) ?? [])
      for (const bus of [line.from_bus, line.to_bus]) {
        linesAt.get(bus)?.delete(line);
        note(bus);
      }
  return single;
}
