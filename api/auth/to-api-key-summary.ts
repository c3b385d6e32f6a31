/** A stored API key as its owner sees it. */
import type { ApiKeyRecord } from '../../mongo/api-keys.ts';
import type { ApiKeySummary } from '../schemas/api-key.ts';

export const toApiKeySummary = (record: ApiKeyRecord): ApiKeySummary => ({
  key_id: record.key_id,
  name: record.name,
  prefix: record.prefix,
  scopes: [...record.scopes],
  created_at: record.created_at.toISOString(),
  expires_at: record.expires_at?.toISOString() ?? null,
  last_used_at: record.last_used_at?.toISOString() ?? null,
});
