/** Elements of a payload that a solve reads, by job type. */
import type { JobType } from '../../solvers.ts';
import type { DcLine, Interface, Line, PhaseShifter, SolvePayload } from '../schema.ts';

/**
 * True if the job reads a network. Unit commitment (`uc`) has a single bus; an economic dispatch has a network only on
 * request.
 */
export const readsNetwork = ({ options }: Pick<SolvePayload, 'options'>, jobType: JobType): boolean =>
  jobType === 'scuc' || (jobType === 'ed' && options?.network === true);

/** All lines, in service or not; empty without a network. */
export const linesRead = (payload: SolvePayload, jobType: JobType): readonly Line[] =>
  readsNetwork(payload, jobType) ? (payload.transmission_lines ?? []) : [];

/** DC lines in service; empty without a network. */
export const dcLinesRead = (payload: SolvePayload, jobType: JobType): DcLine[] =>
  readsNetwork(payload, jobType) ? (payload.dc_lines ?? []).filter((line) => line.in_service !== false) : [];

/** Interfaces; empty without a network. */
export const interfacesRead = (payload: SolvePayload, jobType: JobType): readonly Interface[] =>
  readsNetwork(payload, jobType) ? (payload.interfaces ?? []) : [];

/** Phase shifters of lines in service; empty without a network. */
export function phaseShiftersRead(payload: SolvePayload, jobType: JobType): PhaseShifter[] {
  const inService = linesRead(payload, jobType).filter(({ in_service }) => in_service !== false);
  const ids = new Set(inService.map(({ id }) => id));
  return (payload.phase_shifters ?? []).filter(({ line }) => ids.has(line));
}

/** Default job type of a case: security-constrained if the case lists a branch, in service or not. */
export const jobTypeOf = ({
  transmission_lines = [],
  dc_lines = [],
}: Partial<Pick<SolvePayload, 'transmission_lines' | 'dc_lines'>>) =>
  transmission_lines.length + dc_lines.length > 0 ? 'scuc' : 'uc';

/**
 * True if buses that no branch in service connects form separate islands. This holds for a case that lists a branch, in
 * service or not, and for a stored network without branches. Otherwise all buses are one.
 */
export function hasIslands(payload: SolvePayload, jobType: JobType): boolean {
  const { transmission_lines = [], dc_lines = [], options } = payload;
  if (!readsNetwork(payload, jobType)) return false;
  return transmission_lines.length + dc_lines.length > 0 || (jobType === 'scuc' && options?.network === true);
}

type OnBus = readonly { readonly bus: number }[];

/** Bus of each element that injects or draws power, in payload order. */
export const busesOf = ({
  generators,
  loads,
  renewables = [],
  storage = [],
  bids = [],
  demand_response = [],
}: {
  readonly generators: OnBus;
  readonly loads: OnBus;
  readonly renewables?: OnBus | undefined;
  readonly storage?: OnBus | undefined;
  readonly bids?: OnBus | undefined;
  readonly demand_response?: OnBus | undefined;
}): number[] =>
  [...generators, ...loads, ...renewables, ...storage, ...bids, ...demand_response].map(({ bus }) => bus);

/** Buses of a payload, ascending: buses of its elements, and ends of branches in service. */
export function busesInService(payload: SolvePayload): number[] {
  const lines = [...(payload.transmission_lines ?? []), ...(payload.dc_lines ?? [])];
  const inService = lines.filter(({ in_service }) => in_service !== false);
  const ends = inService.flatMap(({ from_bus, to_bus }) => [from_bus, to_bus]);
  return [...new Set([...busesOf(payload), ...ends])].sort((a, b) => a - b);
}

/** Name prefix of a spill variable: an output of at most 0 that absorbs must-take energy of an element, at a price. */
export const SPILL_OF = 'spill of ';

/** True if a renewable of a network is wind, according to its type, or to its name if it has no type. */
export const isWind = ({
  type,
  name,
}: {
  readonly type?: string | undefined;
  readonly name: string;
}): boolean => /wind/i.test(type ?? name);
