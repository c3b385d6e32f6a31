/** What scenarios and networks need: where they are kept, and parts of the kit. */
import type { MongoConnection } from '../../mongo/connect.ts';
import type { Experiments } from '../../mongo/experiments.ts';
import { createNetworks } from '../../mongo/networks.ts';
import { createScenarios } from '../../mongo/scenarios.ts';
import type { KitDeps } from '../http/deps.ts';

/** What this feature makes for itself. */
export type ScenarioParts = ReturnType<typeof createScenarioParts>;

export interface ScenarioDeps extends ScenarioParts, Pick<KitDeps, 'audit' | 'now' | 'storage'> {
  readonly experiments: Pick<Experiments, 'usesScenario'>;
  readonly settings: { readonly MAX_HORIZON: number };
}

export const createScenarioParts = ({ db }: Pick<MongoConnection, 'db'>) => ({
  scenarios: createScenarios(db),
  networks: createNetworks(db),
});
