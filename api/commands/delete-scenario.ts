/** Deletes a scenario of the caller with all its versions. */
import type { Deps } from '../deps.ts';
import { Conflict, Forbidden, NotFound } from '../errors.ts';
import { recordChanged } from '../records/record-changed.ts';
import type { Caller } from './caller.ts';

export async function deleteScenario(deps: Deps, scenarioId: string, caller: Caller): Promise<void> {
  const { userId } = caller.user;
  const record = await deps.scenarios.find(userId, scenarioId);
  if (!record) throw new NotFound('Scenario not found');
  if (record.owner === null) throw new Forbidden('This scenario is shared and read-only');
  if (await deps.experiments.usesScenario(userId, scenarioId)) {
    throw new Conflict('A running experiment uses this scenario');
  }
  await deps.audit.together(async (tx) => {
    const deleted = await deps.scenarios.delete(userId, scenarioId, tx);
    if (!deleted) throw new NotFound('Scenario not found');
    const { version } = deleted;
    await recordChanged(deps, caller, { scenario_id: scenarioId, action: 'deleted', version }, tx);
  });
}
