/** What every stored record shows of itself (pure). */
import type { OwnedRecord, Version } from '../../mongo/records.ts';

export const toRecordFields = ({ owner, version, created_at, updated_at }: OwnedRecord<object>) => ({
  owner,
  version,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

export const toVersions = (versions: readonly Version[]) =>
  versions.map(({ version, created_at }) => ({ version, created_at: created_at.toISOString() }));
