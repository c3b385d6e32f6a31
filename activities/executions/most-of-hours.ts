/** The most power of a new connection in each kept hour of a window, with a proof, and the limits that bind. */
import type { ExecutionRecord } from '../../mongo/executions.ts';
import type { WindowOutcome, WindowRecord } from '../../mongo/windows.ts';
import type { BindingLimit } from '../../temporal/case/messages/connection.ts';
import type { Multipliers } from '../../temporal/case/messages/result.ts';
import type { PcmModel } from '../../temporal/case/pcm-models.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { CONNECTION, fullUse, VALUE_USD_PER_MWH } from '../rolling/connection-payload.ts';
import { invalidModel } from '../solve/failures.ts';
import { mostConnected } from '../verifier/bound/most-connected.ts';
import { jobTypeOf } from './execution-payload.ts';

/** Least worth of a limit that binds, MW per MW. */
const LEAST_SHADOW = 1e-4;

export async function mostOfHours(
  { documents }: Pick<RecordActivityDeps, 'documents'>,
  { job_id, start_hour, kept_hours }: WindowRecord,
  { connection, options }: ExecutionRecord,
  model: PcmModel,
): Promise<NonNullable<WindowOutcome['most']>> {
  const [payload, result] = await Promise.all([
    documents.get('payload', job_id),
    documents.get('result', job_id),
  ]);
  if (!payload || !result || !connection) throw invalidModel('The result of the window is no longer stored');
  const full = fullUse(connection, kept_hours, start_hour);
  const most = mostConnected(jobTypeOf(options, model), payload, result.multipliers, CONNECTION);
  if (!most || !result.multipliers) return { mw: full, binding: [] };
  const isLess = full.map((mw, t) => (most.mw[t] ?? mw) < mw);
  return {
    mw: full.map((mw, t) => most.mw[t] ?? mw),
    binding: limitsOf(result.multipliers, most.scarcity)
      .filter(({ hour, shadow }) => isLess[hour] && shadow > LEAST_SHADOW)
      .map((limit) => ({ ...limit, hour: limit.hour + start_hour })),
  };
}

function limitsOf(
  { flow_limits, interfaces_usd_per_mwh = {} }: Multipliers,
  scarcity: readonly number[],
): BindingLimit[] {
  const shadow = (price: number) => Math.abs(price) / VALUE_USD_PER_MWH;
  const series = (kind: 'interface' | 'capacity', id: string | null, prices: readonly number[]) =>
    prices.map((price, hour) => ({ kind, id, hour, contingency: null, shadow: shadow(price) }));
  return [
    ...flow_limits.map(({ line_id, contingency_id, hour, usd_per_mwh }) => ({
      ...{ kind: 'line' as const, id: line_id, hour },
      ...{ contingency: contingency_id, shadow: shadow(usd_per_mwh) },
    })),
    ...Object.entries(interfaces_usd_per_mwh).flatMap(([id, prices]) => series('interface', id, prices)),
    ...series('capacity', null, scarcity),
  ];
}
