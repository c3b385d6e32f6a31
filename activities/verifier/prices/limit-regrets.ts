/**
 * Prices of flow limits: each is of a limit of the payload that binds, in the direction of its flow; together those of
 * a soft line cost no more than its penalty, and exactly that where it is overloaded. In $, price times MW.
 */
import type { BindingConstraint } from '../../../temporal/case/messages/result.ts';
import type { GridLine } from '../schedule/grid.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at, readSeries } from '../schedule/series.ts';
import { rounding } from './read-prices.ts';

export function* limitRegrets(schedule: Schedule): Iterable<number> {
  const { grid, hours, result } = schedule;
  const position = new Map(grid.lines.map(({ id }, index) => [id, index]));
  const overflows = grid.lines.map(({ id, soft }) =>
    soft ? readSeries(result.overflow_mw, id, hours.length) : hours.map(() => 0),
  );
  /** Sum of the prices of a line, $/MWh, shape [lines][horizon]. */
  const sums = grid.lines.map(() => new Float64Array(hours.length));
  for (const binding of result.binding_constraints) {
    const line = position.get(binding.line_id) ?? -1;
    yield* bindingRegrets(binding, grid.lines[line], at(overflows[line] ?? [], binding.hour));
    const sum = sums[line];
    if (sum) sum[binding.hour] = at(sum, binding.hour) + Math.abs(binding.shadow_price_usd_per_mwh);
  }
  yield* softRegrets(schedule, sums, overflows);
}

function* bindingRegrets(
  { contingency_id, flow_mw, limit_mw, shadow_price_usd_per_mwh }: BindingConstraint,
  line: GridLine | undefined,
  overflow: number,
): Iterable<number> {
  const limit = (contingency_id === null ? line?.rating : line?.emergency) ?? Number.NaN;
  const price = Math.abs(shadow_price_usd_per_mwh);
  const allowed = rounding([limit], [price]);
  yield Math.abs(limit_mw - limit);
  yield price * Math.abs(limit + overflow - Math.abs(flow_mw)) - allowed;
  // One MW more of a limit saves money: above it the price is not positive, below minus it not negative.
  if (flow_mw * shadow_price_usd_per_mwh > 0) yield price * limit - allowed;
}

function* softRegrets(
  { grid, hours, payload }: Schedule,
  sums: readonly Float64Array[],
  overflows: readonly (readonly number[])[],
): Iterable<number> {
  const penalties = new Map(payload.transmission_lines?.map((line) => [line.id, line.penalty_usd_per_mwh]));
  for (const [line, { id, rating }] of grid.lines.entries()) {
    const penalty = penalties.get(id);
    if (penalty === undefined) continue;
    const room = Number.isFinite(rating) ? Math.max(1, rating) : 1;
    for (const hour of hours) {
      const overflow = at(overflows[line] ?? [], hour);
      const missing = penalty - at(sums[line] ?? [], hour);
      const allowed = rounding([room, overflow], [penalty]);
      if (overflow > 0) yield missing * overflow - allowed;
      yield -missing * room - allowed;
    }
  }
}
