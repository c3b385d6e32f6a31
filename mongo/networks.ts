/**
 * Networks of users: buses, lines, units and loads without a horizon. Networks of every installation are in `seed/`.
 */
import type { Db } from 'mongodb';
import type { NetworkContent } from '../temporal/case/network-schema.ts';
import { createRecords, recordIndexes } from './create-records.ts';
import type { OwnedRecord } from './records.ts';
import { SEED_NETWORKS } from './seed/networks.ts';
import { type Seed, type SeededRecords, withSeeds } from './with-seeds.ts';

export interface NetworkMeta {
  readonly name: string;
  readonly description: string | null;
  /** Origin of the network's data. */
  readonly source: string | null;
  readonly license: string | null;
}
export type NetworkRecord = OwnedRecord<NetworkMeta>;
export type Networks = SeededRecords<NetworkMeta, NetworkContent>;

const COLLECTION = 'networks';
export const networkIndexes = recordIndexes(COLLECTION);

export const NETWORK_SEEDS: readonly Seed<NetworkMeta, NetworkContent>[] = SEED_NETWORKS.map(
  ({ network_id: id, content, ...meta }) => ({ id, meta, content }),
);

export const createNetworks = (db: Db): Networks =>
  withSeeds(createRecords<NetworkMeta, 'network'>(db, COLLECTION, 'network'), NETWORK_SEEDS);
