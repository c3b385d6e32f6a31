/**
 * Joins a month that was solved ahead as a draft to the run. If the payload of the run's next window equals the payload
 * of the first window in the draft, the windows of the draft are kept; otherwise the month is solved again.
 */
import { chainKey } from '../../mongo/window-chains.ts';
import type { JoinedMonth, JoinMonthInput } from '../../temporal/case/messages/execution.ts';
import { readExecution } from './begin-execution.ts';
import { executionPayload } from './execution-payload.ts';
import type { ExecutionActivityDeps } from './network-of.ts';
import { executionWindow, windowStart } from './prepare-window.ts';

/** Largest difference of rounded outputs, MW, and of rounded energies, MWh, that counts as equal. */
const ALIKE = 1e-4;

export async function joinMonth(
  deps: ExecutionActivityDeps,
  { executionId, index, month }: JoinMonthInput,
): Promise<JoinedMonth> {
  const { record, model } = await readExecution(deps, executionId);
  const network = await deps.networkOf(executionId);
  const window = executionWindow(record, model, index);
  const draft = chainKey(executionId, month.chain);
  if (!(await deps.windows.find(draft, index))?.outcome) return { joined: 0 };
  const [current, drafted] = await Promise.all(
    [executionId, draft].map(async (key) => {
      const start = await windowStart(deps, key, record, network, window);
      return executionPayload(record, model, network, window, start);
    }),
  );
  if (!isAlike(current, drafted)) return { joined: 0 };
  return { joined: await deps.windows.takeOver(executionId, draft, index, month.end) };
}

/** True if two values are equal except for differences of numbers up to `ALIKE`. */
function isAlike(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= ALIKE;
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isAlike(a[name], b[name]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
