/**
 * Records of every installation. They come from code, so that no record is inserted and no user can change them. A
 * user's own record with the same id replaces the seed for that user.
 *
 * @module
 */
import { createHash } from 'node:crypto';
import type { OwnedRecord, Records } from './records.ts';

export interface Seed<Meta extends object, Content> {
  readonly id: string;
  readonly meta: Meta;
  /** Content of the record; made once, at the first use. */
  readonly content: () => Content;
}

export interface SeededRecords<Meta extends object, Content> extends Records<Meta, Content> {
  isSeed(id: string): boolean;
}

const SEEDED_AT = new Date('2026-11-21T00:00:00Z');

interface Entry<Meta extends object, Content> {
  readonly record: OwnedRecord<Meta>;
  readonly content: Content;
}

export function withSeeds<Meta extends object, Content>(
  stored: Records<Meta, Content>,
  seeds: readonly Seed<Meta, Content>[],
): SeededRecords<Meta, Content> {
  const entries = new Map(seeds.map((seed) => [seed.id, once(() => toEntry(seed))]));
  const seedOf = (id: string): Entry<Meta, Content> | null => entries.get(id)?.() ?? null;
  return {
    ...stored,
    isSeed: (id) => entries.has(id),
    find: async (owner, id) => (await stored.find(owner, id)) ?? seedOf(id)?.record ?? null,
    async read(owner, id, version) {
      const ownRecord = await stored.read(owner, id, version);
      if (ownRecord) return ownRecord;
      const seed = seedOf(id);
      if (!seed || (await stored.find(owner, id))) return null;
      return version === undefined || version === seed.record.version ? seed : null;
    },
    /** The owner's records, followed by the seeds that they do not replace. */
    async list(owner, limit, offset) {
      const [page, replaced] = await Promise.all([
        stored.list(owner, limit, offset),
        stored.among(owner, [...entries.keys()]),
      ]);
      const shown = [...entries].filter(([id]) => !replaced.has(id));
      const start = Math.max(0, offset - page.total);
      const end = start + limit - page.records.length;
      const records = shown.slice(start, end).map(([, entry]) => entry().record);
      return { records: [...page.records, ...records], total: page.total + shown.length };
    },
  };
}

function toEntry<Meta extends object, Content>({
  id,
  meta,
  content: make,
}: Seed<Meta, Content>): Entry<Meta, Content> {
  const content = make();
  const version = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const dates = { created_at: SEEDED_AT, updated_at: SEEDED_AT };
  const versions = [{ version, created_at: SEEDED_AT }];
  return { record: { id, owner: null, meta, version, versions, ...dates }, content };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
