/** A payload prepared for the engine: its instance, its network, the contingencies that apply, and warnings. */
import { busesOf } from '../../../temporal/case/arithmetic/elements.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import type { Case } from '../../case/case.ts';
import { readCase } from '../../case/read-case.ts';
import { type LineWarning, type Network, toNetwork } from '../../network/network.ts';
import { type ShiftFactors, shiftFactors } from '../../network/shift-factors.ts';
import type { Instance } from '../../uc/instance.ts';
import { toInstance } from '../../uc/to-instance.ts';
import { type CaseWarning, caseWarnings, skippedContingency } from './case-warnings.ts';
import { EngineError, type EngineRequest } from './engine.ts';

interface LineOutages {
  readonly id: string;
  /** Positions of the lines that are lost together. */
  readonly lines: readonly number[];
}

export interface PreparedCase {
  readonly instance: Instance;
  /** Shift factors; undefined for a network without lines. */
  readonly factors: ShiftFactors | undefined;
  readonly contingencies: readonly LineOutages[];
  /** True if a unit is not available in any hour, or must be on in an hour in which it may not be on. */
  readonly isContradictory: boolean;
  readonly found: readonly CaseWarning[];
  /** Messages of warnings about the case. */
  readonly warnings: readonly string[];
}

export function prepareCase(payload: SolvePayload, jobType: JobType): PreparedCase {
  const input = readCase(payload, jobType);
  const { network, warnings } = networkOf(input);
  const factors = input.transmission_lines.length > 0 ? shiftFactors(network) : undefined;
  const all = factors ? lineOutages(input, network) : [];
  const secure = all.filter(({ lines: lost }) => factors?.secure(lost));
  const caseFindings = [
    ...caseWarnings(payload, input, warnings),
    ...all.filter((outage) => !secure.includes(outage)).map(({ id }) => skippedContingency(id)),
  ];
  const instance = toInstance(input, network, factors);
  return {
    instance,
    factors,
    contingencies: secure,
    isContradictory:
      input.generators.some(({ isAvailable }) => !isAvailable.includes(true)) ||
      instance.units.some(({ mayBeOn, mustBeOn }) => mustBeOn.some((on, t) => on && !mayBeOn[t])),
    found: caseFindings,
    warnings: caseFindings.map(({ message }) => message),
  };
}

/**
 * Prepares the case of a request. Throws an `EngineError` if its network cannot be computed, for example because
 * reactances cancel out.
 */
export function prepareRequest({ payload, jobType }: EngineRequest): PreparedCase {
  try {
    return prepareCase(payload, jobType);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new EngineError('INVALID_MODEL', uncomputable(error), { cause: error });
  }
}

export const uncomputable = ({ message }: Error): string => `The network cannot be computed: ${message}`;

/** The network that a solve of this type reads, without shift factors. */
export function networkOf(source: Case): { network: Network; warnings: LineWarning[] } {
  const dcEnds = source.dc_lines.flatMap(({ from_bus, to_bus }) => [from_bus, to_bus]);
  return source.hasIslands
    ? toNetwork([...busesOf(source), ...dcEnds], source.transmission_lines)
    : copperPlate([...new Set(busesOf(source))]);
}

function copperPlate(buses: readonly number[]): { network: Network; warnings: LineWarning[] } {
  const positions = new Map(buses.map((bus, at) => [bus, at]));
  return {
    network: {
      buses,
      position: (bus) => positions.get(bus) ?? 0,
      lines: [],
      shifters: [],
      island: new Int32Array(buses.length),
      islands: 1,
    },
    warnings: [],
  };
}

function lineOutages({ contingencies }: Case, { lines }: Network): LineOutages[] {
  const positions = new Map(lines.map(({ id }, at) => [id, at]));
  return contingencies
    .map(({ id, lines: lost }) => ({ id, lines: lost.flatMap((line) => positions.get(line) ?? []) }))
    .filter((outage) => outage.lines.length > 0);
}
