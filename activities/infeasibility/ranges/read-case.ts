/** Ranges of every unit and every area of a payload. */
import type { Line } from '../../../temporal/case/messages/network.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { toArea } from './area.ts';
import { islandBuses } from './cuts.ts';
import type { InfeasibleCase } from './infeasible-case.ts';
import { freeRange, unitRange } from './unit-range.ts';

/** `freed`: units with a cause of their own, whose limits say nothing of the rest; by name. */
export function readCase(
  payload: SolvePayload,
  jobType: JobType,
  freed: ReadonlySet<string | null>,
): InfeasibleCase {
  const hours = Array.from({ length: payload.horizon }, (_, hour) => hour);
  const units = payload.generators.map((generator) => {
    const range = unitRange(generator, payload, jobType, hours);
    return freed.has(generator.name) ? freeRange(range) : range;
  });
  const network = networkLines(payload, jobType);
  const lines = network.filter((line) => line.in_service !== false);
  const buses = busNumbers(payload, network);
  const system = toArea(payload, units, buses, hours);
  const islands = network.length > 0 ? islandBuses(buses, lines) : [buses];
  return {
    payload,
    jobType,
    hours,
    units,
    lines,
    system,
    islands: islands.length > 1 ? islands.map((island) => toArea(payload, units, island, hours)) : [system],
  };
}

const networkLines = (payload: SolvePayload, jobType: JobType): readonly Line[] =>
  jobType === 'scuc' || (jobType === 'ed' && payload.options?.network === true)
    ? (payload.transmission_lines ?? [])
    : [];

function busNumbers(payload: SolvePayload, lines: readonly Line[]): Set<number> {
  const resources = [
    ...payload.generators,
    ...payload.loads,
    ...(payload.renewables ?? []),
    ...(payload.storage ?? []),
  ];
  return new Set([
    ...resources.map((resource) => resource.bus),
    ...lines.flatMap((line) => [line.from_bus, line.to_bus]),
  ]);
}
