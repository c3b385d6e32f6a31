/** Flows of interfaces, by the load flow of this folder, and the effect of injections and DC lines on them. */
import type { Grid } from '../schedule/grid.ts';
import type { InterfaceSchedule, Schedule } from '../schedule/schedule.ts';
import { at, sum } from '../schedule/series.ts';
import type { Factors } from './dense-lu.ts';
import { addMultiple, type ReachedFlows, shiftFactors, splitsIsland } from './outage-flows.ts';
import { effectCount } from './phase-shifters.ts';

/**
 * Flow of each interface by its id, MW, shape [horizon]; interfaces after an outage that splits an island are left out.
 * `solve`: load flow; undefined without lines.
 */
export function interfaceFlows(
  { grid, hours, interfaces, dcLines: all }: Schedule,
  solve: ReachedFlows | undefined,
): ReadonlyMap<string, readonly number[]> {
  const splits = splitsIsland(grid);
  return new Map(
    interfaces
      .filter(({ lost }) => !splits(lost))
      .map(({ id, lines, dcLines, lost }) => {
        const flows = lines.length > 0 ? solve?.(lost)?.flows : undefined;
        const flowAt = (hour: number): number =>
          sum(lines.map(({ line, factor }) => factor * at(flows?.[hour] ?? [], line))) +
          sum(dcLines.map(({ line, factor }) => factor * at(all[line]?.power ?? [], hour)));
        return [id, hours.map(flowAt)];
      }),
  );
}

/** Shift factors of an interface, shape [effectCount]. `factors`: null without lines. */
export function interfaceShift(
  grid: Grid,
  factors: Factors | null,
  { lines, lost }: Pick<InterfaceSchedule, 'lines' | 'lost'>,
): Float64Array {
  const row = new Float64Array(effectCount(grid));
  for (const { line, factor } of lines) {
    const shift = factors && shiftFactors(grid, factors, line, lost);
    if (shift) addMultiple(row, factor, shift);
  }
  return row;
}

/**
 * Price that each DC line pays per MW from `from` to `to` for its part in interfaces, $/MWh, shape [lines][horizon].
 * `prices`: prices of interfaces, $/MWh, shape [interfaces][horizon].
 */
export const interfaceTolls = (
  { grid, hours, interfaces }: Schedule,
  prices: readonly (readonly number[])[],
): number[][] =>
  grid.dcLines.map((_, d) =>
    hours.map((hour) =>
      sum(
        interfaces.flatMap(({ dcLines }, i) =>
          dcLines.filter(({ line }) => line === d).map(({ factor }) => factor * at(prices[i] ?? [], hour)),
        ),
      ),
    ),
  );

/** MW outside the limits of an interface; negative within them. */
export const outsideLimits = (
  { p_min_mw, p_max_mw }: Pick<InterfaceSchedule, 'p_min_mw' | 'p_max_mw'>,
  hour: number,
  mw: number,
): number => Math.max(at(p_min_mw, hour) - mw, mw - at(p_max_mw, hour));
