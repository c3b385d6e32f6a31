/** The real-time windows of an execution, one for each hour, and the day-ahead plans that they follow. */
import type { ExecutionOptions, ExecutionRecord } from '../../mongo/executions.ts';
import type { WindowRecord } from '../../mongo/windows.ts';
import type { SolveResult } from '../../temporal/case/messages/result.ts';
import type { SettlementPart } from '../../temporal/case/messages/window-part.ts';
import { settlement } from '../../temporal/case/report/settlement.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { budgetedOutputs } from '../rolling/energy-budgets.ts';
import type { DayAhead } from '../rolling/real-time-payload.ts';
import { type Window, windowsOf } from '../rolling/window.ts';
import { invalidModel } from '../solve/failures.ts';

/** A real-time window, with the day-ahead plan for its hour. */
export interface RealTime {
  readonly window: Window;
  /** The day-ahead window that contains the hour. */
  readonly dayAhead: Window;
  /** The day-ahead plan; undefined when the day-ahead window has no schedule. */
  readonly plan: DayAheadPlan | undefined;
}

export interface DayAheadPlan {
  /** The plan from hour `hour` of the run to the end of the day-ahead window. */
  from(hour: number): DayAhead;
  /**
   * Energy of an element in the plan from hour `from` up to hour `to` of the run, MWh. It includes energy taken from
   * the same budget period before the window.
   */
  energyBetween(element: string, from: number, to: number): number;
}

/**
 * Real-time window of hour `index`; undefined after the last hour. Its look-ahead extends to the end of the day-ahead
 * window, unless the options set a shorter one.
 */
export function realTimeWindow(options: ExecutionOptions, index: number): Omit<RealTime, 'plan'> | undefined {
  const dayAhead = windowsOf(options.horizon, options).find(({ start, kept }) => index < start + kept);
  if (!dayAhead) return undefined;
  const { look_ahead_h = Number.POSITIVE_INFINITY } = options.real_time ?? {};
  const length = Math.min(1 + look_ahead_h, dayAhead.start + dayAhead.length - index);
  return { window: { index, start: index, kept: 1, length }, dayAhead };
}

export function dayAheadPlan(
  { start_hour, used_mwh = {} }: Pick<WindowRecord, 'start_hour' | 'used_mwh'>,
  planned: Pick<SolveResult, 'commitment' | 'storage' | 'renewable_mw'> &
    Partial<Pick<SolveResult, 'dispatch_mw'>>,
): DayAheadPlan {
  const { commitment, storage = {} } = planned;
  const outputs = budgetedOutputs(planned);
  return {
    from: (hour) => ({
      commitment: Object.fromEntries(
        Object.entries(commitment).map(([name, on]) => [name, on.slice(hour - start_hour)]),
      ),
      energy: Object.fromEntries(
        Object.entries(storage).map(([name, { energy_mwh }]) => [name, energy_mwh.slice(hour - start_hour)]),
      ),
    }),
    energyBetween: (name, from, to) => {
      const hours = (outputs[name] ?? []).slice(Math.max(0, from - start_hour), to - start_hour);
      const before = from < start_hour ? (used_mwh[name] ?? 0) : 0;
      return hours.reduce((mwh, mw) => mwh + mw, before);
    },
  };
}

interface DayAheadWindow {
  readonly record: WindowRecord;
  readonly payload: SolvePayload;
  readonly result: SolveResult;
}

/** Settlement of a real-time hour against the day-ahead schedule. Throws the failures of `readDayAhead`. */
export async function settlementOf(
  deps: RecordActivityDeps,
  record: ExecutionRecord,
  solved: Pick<DayAheadWindow, 'payload' | 'result'>,
  { index, start_hour, kept_hours }: WindowRecord,
): Promise<SettlementPart> {
  const hour = realTimeWindow(record.options, index);
  const dayAhead = hour && (await readDayAhead(deps, record, hour.dayAhead));
  const planned = dayAhead && { ...dayAhead, from: start_hour - dayAhead.record.start_hour };
  return settlement({ ...solved, from: 0 }, planned, kept_hours);
}

/** The real-time window of an hour with its plan. Throws the failures of `readDayAhead`. */
export async function realTimeOf(
  deps: RecordActivityDeps,
  record: ExecutionRecord,
  index: number,
): Promise<RealTime> {
  const hour = realTimeWindow(record.options, index);
  if (!hour) throw new RangeError(`The execution has ${record.options.horizon} hours, and none at ${index}`);
  const dayAhead = await readDayAhead(deps, record, hour.dayAhead);
  return { ...hour, plan: dayAhead && dayAheadPlan(dayAhead.record, dayAhead.result) };
}

/**
 * Reads a day-ahead window; undefined for a window without a schedule. Throws a failure that is not retried if the
 * window is not closed, or if its result has been deleted.
 */
async function readDayAhead(
  { windows, documents }: RecordActivityDeps,
  { _id }: Pick<ExecutionRecord, '_id'>,
  { index }: Window,
): Promise<DayAheadWindow | undefined> {
  const record = await windows.find(_id, index);
  if (!record?.outcome) throw invalidModel('The day-ahead window of this hour is not closed');
  if (!record.outcome.totals) return undefined;
  const [payload, result] = await Promise.all([
    documents.get('payload', record.job_id),
    documents.get('result', record.job_id),
  ]);
  if (!payload || !result) throw invalidModel('The result of the day-ahead window is no longer stored');
  return { record, payload, result };
}
