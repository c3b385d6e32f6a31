/** The windows of an execution; the horizon is one window unless it rolls. */
import type { ExecutionRecord } from '../../mongo/executions.ts';
import type { PcmModel } from '../../temporal/pcm-models.ts';
import { type Window, windowsOf } from '../rolling/window.ts';

/** Throws RangeError when there is no such window. */
export function executionWindow({ options }: ExecutionRecord, { rolling }: PcmModel, index: number): Window {
  const { horizon } = options;
  const windows = rolling ? windowsOf(horizon) : [{ index: 0, start: 0, kept: horizon, length: horizon }];
  const window = windows[index];
  if (!window) throw new RangeError(`The execution has ${windows.length} windows, and none at ${index}`);
  return window;
}
