/**
 * Base-case flows of an own DC load flow within the normal ratings plus the reported overflow of soft
 * lines, and equal to the reported flows  [MW].
 */
import { at } from '../at.ts';
import type { NetworkAudit } from '../network-audit.ts';
import { readSeries } from '../read-series.ts';
import type { Rule } from '../rule.ts';
import type { Schedule } from '../schedule.ts';
import { unknownKeys } from '../unknown-keys.ts';

export const lineLimits = (audit: NetworkAudit): Rule => ({
  name: 'line_limits',
  tolerance: 1e-3,
  *excesses(schedule) {
    yield* strangers(schedule);
    yield* audit.baseExcesses;
    const { grid, hours, result } = schedule;
    for (const [position, line] of grid.lines.entries()) {
      const reported = readSeries(result.flows_mw, line.id, hours.length);
      for (const hour of hours) {
        yield Math.abs(at(reported, hour) - at(audit.flows?.[hour] ?? [], position));
      }
      if (!line.soft) continue;
      for (const mw of readSeries(result.overflow_mw, line.id, hours.length)) yield -mw;
    }
  },
});

function* strangers({ grid, hours, payload, result }: Schedule): Iterable<number> {
  const known = grid.lines.length > 0 ? (payload.transmission_lines ?? []) : [];
  const ids = known.map((line) => line.id);
  yield* unknownKeys(result.flows_mw, ids);
  yield* unknownKeys(
    result.overflow_mw,
    known.filter((line) => line.penalty_usd_per_mwh !== undefined).map((line) => line.id),
  );
  for (const { hour, line_id } of result.binding_constraints) {
    if (hours[hour] === undefined || !ids.includes(line_id)) yield Number.POSITIVE_INFINITY;
  }
}
