/** Which elements of a payload a solve reads. */
import type { JobType } from '../../solvers.ts';
import type { DcLine, Line, SolvePayload } from '../schema.ts';

/** Unit commitment has one bus; a dispatch has a network when it is asked to. */
export const readsNetwork = ({ options }: Pick<SolvePayload, 'options'>, jobType: JobType): boolean =>
  jobType === 'scuc' || (jobType === 'ed' && options?.network === true);

/** In service or not; none without a network. */
export const linesRead = (payload: SolvePayload, jobType: JobType): readonly Line[] =>
  readsNetwork(payload, jobType) ? (payload.transmission_lines ?? []) : [];

/** DC lines in service; none without a network. */
export const dcLinesRead = (payload: SolvePayload, jobType: JobType): DcLine[] =>
  readsNetwork(payload, jobType) ? (payload.dc_lines ?? []).filter((line) => line.in_service !== false) : [];

/** How a case is solved that does not say it: where it names a branch, in service or not, with its network. */
export const jobTypeOf = ({
  transmission_lines = [],
  dc_lines = [],
}: Partial<Pick<SolvePayload, 'transmission_lines' | 'dc_lines'>>) =>
  transmission_lines.length + dc_lines.length > 0 ? 'scuc' : 'uc';

/**
 * Whether buses are islands, joined by the branches in service alone: where a branch is named, in service or not, and in a
 * stored network without any. Elsewhere all buses are one place.
 */
export function hasIslands(payload: SolvePayload, jobType: JobType): boolean {
  const { transmission_lines = [], dc_lines = [], options } = payload;
  if (!readsNetwork(payload, jobType)) return false;
  return transmission_lines.length + dc_lines.length > 0 || (jobType === 'scuc' && options?.network === true);
}

type OnBus = readonly { readonly bus: number }[];

/** Bus of each element that feeds or draws power, in their order. */
export const busesOf = ({
  generators,
  loads,
  renewables = [],
  storage = [],
}: {
  readonly generators: OnBus;
  readonly loads: OnBus;
  readonly renewables?: OnBus | undefined;
  readonly storage?: OnBus | undefined;
}): number[] => [...generators, ...loads, ...renewables, ...storage].map(({ bus }) => bus);

/** Begins the name of what takes away, at a price, a part of what a renewable must give: an output of at most 0. */
export const SPILL_OF = 'spill of ';

/** Whether a renewable of a network is wind: by its type, else by its name. */
export const isWind = ({
  type,
  name,
}: {
  readonly type?: string | undefined;
  readonly name: string;
}): boolean => /wind/i.test(type ?? name);
