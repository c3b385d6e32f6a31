/** A stored network -> what lists show of it (pure). */
import type { NetworkRecord } from '../../mongo/networks.ts';
import type { NetworkSummary } from '../../temporal/messages/network-record.ts';
import { toRecordFields } from './record-view.ts';

export const toNetworkSummary = (record: NetworkRecord): NetworkSummary => ({
  network_id: record.id,
  ...record.meta,
  name: record.meta.name || record.id,
  ...toRecordFields(record),
});
