/** State and limits of a generator for formats that always know both. */
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import type { Place, ReportBuilder } from './report.ts';

interface UnitState {
  readonly onBefore: boolean;
  /** At least 1. */
  readonly hoursBefore: number;
  /** MW */
  readonly powerBefore: number;
}

export function unitState(unit: Generator, path: Place, report: ReportBuilder): UnitState {
  const onBefore = unit.initial_status > 0;
  if (unit.initial_status === 0 && (unit.min_downtime > 0 || (unit.startup_categories?.length ?? 0) > 1))
    report.change('warning', 'initial_status', 'A unit that has just stopped has been off for an hour', path);
  if (onBefore && unit.initial_power_mw === undefined)
    report.change(
      'warning',
      'initial_power',
      'Output before the first hour, where any will do, is p_min',
      path,
    );
  return {
    onBefore,
    hoursBefore: Math.max(1, Math.abs(unit.initial_status)),
    powerBefore: onBefore ? (unit.initial_power_mw ?? unit.p_min) : 0,
  };
}

/** Largest output in the hour of a start, or before a stop; Infinity = any. */
export function switchLimit(
  own: number | undefined,
  ramp: number | null,
  unit: Generator,
  path: Place,
  report: ReportBuilder,
): number {
  const limit = own ?? Math.max(unit.p_min, ramp ?? Number.POSITIVE_INFINITY);
  const withRamp = unit.p_min + (ramp ?? Number.POSITIVE_INFINITY);
  if (limit > withRamp && withRamp < unit.p_max) {
    const message = 'Ramps also limit a start and a stop: output is at most p_min and one ramp';
    report.change('warning', 'switch_limit', message, path);
  }
  return Math.min(limit, withRamp);
}
