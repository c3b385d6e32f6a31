/** A cluster for one test, with a signed-in administrator and an analyst whose model is the stand-in. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandIn } from '../../../workers/local/demo/stand-in.ts';
import { type Cluster, removeCluster, startCluster } from '../../cluster/start-cluster.ts';
import { signIn } from '../callers/api-client.ts';
import type { AnyStack } from './work.ts';

export interface PrivateCluster extends AnyStack {
  readonly cluster: Cluster;
  /** Stops and removes the cluster. */
  stop(): Promise<void>;
}

const AMPLE = { requests_per_minute: 10_000, tokens_per_minute: 10_000_000, tokens_per_day: 100_000_000 };
const SETTINGS = {
  NODE_ENV: 'test',
  BCRYPT_COST: '4',
  RATE_LIMIT_SOLVES_PER_MINUTE: '100000',
  AI_BUDGETS: JSON.stringify({ standard: AMPLE }),
};

/** Starts a cluster. `env`: settings of its processes in addition to those of every test. */
export async function privateCluster(env: Readonly<Record<string, string>> = {}): Promise<PrivateCluster> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'grid-storm-'));
  const standIn = await startStandIn();
  const remove = async () => {
    await standIn.stop();
    await removeCluster(dataFolder);
  };
  try {
    const cluster = await startCluster({
      dataFolder,
      env: { ...SETTINGS, ...standIn.settings, ...env },
      isDurable: false,
      say: () => undefined,
    });
    const stop = async () => {
      await cluster.stop();
      await remove();
    };
    const { username, password } = cluster.admin;
    const admin = await signIn(cluster.stack.api_url, username, password).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return { cluster, stack: cluster.stack, admin, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}
