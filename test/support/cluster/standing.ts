/** Tells whether the processes of a kind are up, and in which role. */
import { MongoClient } from 'mongodb';
import { mongodUri } from '../../../workers/local/stack/servers.ts';
import type { Kind } from '../../cluster/members.ts';
import type { Cluster } from '../../cluster/start-cluster.ts';

/** Role of a process; `primary` and `secondary` are those of the replica set. */
export type Role = Exclude<Kind, 'mongod'> | 'primary' | 'secondary';

const ANSWER_MS = 1000;

export const namesOfKind = ({ members }: Cluster, kind: Kind): readonly string[] =>
  members.filter((member) => member.kind === kind).map(({ name }) => name);

/** Roles of the members, in the order of their names; undefined unless all members are up. */
export async function rolesOf(cluster: Cluster, kind: Kind): Promise<readonly Role[] | undefined> {
  if (kind === 'mongod') {
    const roles = await rolesIn(cluster.stack.mongodb_uri);
    return roles.every((role) => role !== undefined) ? roles : undefined;
  }
  const isWhole = await cluster.isWhole(kind).catch(() => false);
  return isWhole ? namesOfKind(cluster, kind).map(() => kind) : undefined;
}

/**
 * Role of each member of the replica set, in the order of the addresses; undefined if the member has neither role or
 * does not answer.
 */
const rolesIn = (uri: string): Promise<(Role | undefined)[]> =>
  Promise.all([...uri.matchAll(/:(\d+)/g)].map(([, port]) => roleOf(Number(port))));

async function roleOf(port: number): Promise<Role | undefined> {
  const client = new MongoClient(mongodUri(port), {
    serverSelectionTimeoutMS: ANSWER_MS,
    socketTimeoutMS: ANSWER_MS,
  });
  try {
    const { isWritablePrimary, secondary } = await client.db('admin').command({ hello: 1 });
    if (isWritablePrimary === true) return 'primary';
    return secondary === true ? 'secondary' : undefined;
  } catch {
    return undefined;
  } finally {
    await client.close();
  }
}
