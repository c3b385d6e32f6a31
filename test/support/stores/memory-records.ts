/** Owned records that stay in this process, for tests of the HTTP surface. */
import { KEPT_VERSIONS } from '../../../mongo/create-records.ts';
import type { OwnedRecord, Records } from '../../../mongo/records.ts';

export function memoryRecords<Meta extends object, Content>(): Records<Meta, Content> {
  const records = new Map<string, OwnedRecord<Meta>>();
  const contents = new Map<string, Content>();
  const keyOf = (owner: string, id: string): string => `${owner}/${id}`;
  const find = (owner: string, id: string) => records.get(keyOf(owner, id)) ?? null;
  const ofOwner = (owner: string) => [...records.values()].filter((record) => record.owner === owner);
  return {
    put: async (owner, id, { meta, defaults, content, expected }, at) => {
      const old = find(owner, id);
      if (expected !== undefined && old?.version !== expected) return null;
      const { sha256: version, value } = content;
      const others = old?.versions.filter((entry) => entry.version !== version) ?? [];
      const entry = old?.versions.find((known) => known.version === version) ?? { version, created_at: at };
      const record = {
        id,
        owner,
        meta: { ...defaults, ...old?.meta, ...meta },
        version,
        versions: [entry, ...others].slice(0, KEPT_VERSIONS),
        created_at: old?.created_at ?? at,
        updated_at: at,
      };
      records.delete(keyOf(owner, id));
      records.set(keyOf(owner, id), record);
      contents.set(version, value);
      return { isNew: !old, record };
    },
    find: async (owner, id) => find(owner, id),
    read: async (owner, id, version) => {
      const record = find(owner, id);
      const wanted = record?.versions.find((entry) => entry.version === (version ?? record.version));
      const content = wanted && contents.get(wanted.version);
      return record && content !== undefined ? { record, content } : null;
    },
    list: async (owner, limit, offset) => {
      const all = ofOwner(owner).reverse();
      return { records: all.slice(offset, offset + limit), total: all.length };
    },
    among: async (owner, ids) => new Set(ids.filter((id) => find(owner, id))),
    delete: async (owner, id) => {
      const record = find(owner, id);
      records.delete(keyOf(owner, id));
      return record;
    },
  };
}
