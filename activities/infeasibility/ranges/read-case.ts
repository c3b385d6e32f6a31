/** Ranges of every unit and every area of a payload. */
import { busesOf, dcLinesRead, linesRead } from '../../../temporal/case/arithmetic/elements.ts';
import { timeWords } from '../../../temporal/case/arithmetic/interval-words.ts';
import { intervalsPerHour, perInterval } from '../../../temporal/case/arithmetic/intervals.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { toArea } from './area.ts';
import { islandBuses } from './cuts.ts';
import type { InfeasibleCase } from './infeasible-case.ts';
import { freeRange, unitRange } from './unit-range.ts';

/** `freed`: units with a cause of their own, whose limits say nothing of the rest; by name. */
export function readCase(
  given: SolvePayload,
  jobType: JobType,
  freed: ReadonlySet<string | null>,
): InfeasibleCase {
  const dcLines = dcLinesRead(given, jobType);
  const payload = { ...perInterval(given), dc_lines: dcLines };
  const hours = Array.from({ length: payload.horizon }, (_, hour) => hour);
  const units = payload.generators.map((generator) => {
    const range = unitRange(generator, payload, jobType, hours);
    return freed.has(generator.name) ? freeRange(range) : range;
  });
  const network = linesRead(payload, jobType);
  const lines = network.filter((line) => line.in_service !== false);
  const ends = network.flatMap((line) => [line.from_bus, line.to_bus]);
  const buses = new Set([...busesOf(payload), ...ends]);
  const system = toArea(payload, units, buses, hours);
  const islands = network.length + dcLines.length > 0 ? islandBuses(buses, lines) : [buses];
  return {
    payload,
    intervalsPerHour: intervalsPerHour(given),
    words: timeWords(given),
    jobType,
    hours,
    units,
    lines,
    system,
    islands: islands.length > 1 ? islands.map((island) => toArea(payload, units, island, hours)) : [system],
  };
}
