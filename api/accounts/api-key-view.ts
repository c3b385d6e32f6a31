/** An API key as clients ask for it, as it is told once, and in lists. */
import { array, type InferType, object, string } from 'yup';
import type { ApiKeyRecord } from '../../mongo/api-keys.ts';
import { SCOPES } from '../http/principal.ts';
import { laterPassword } from './prove-identity.ts';

const timestamp = () => string().datetime({ precision: 3 });
const scopes = () => array(string().oneOf(SCOPES).required());

export const apiKeyBody = object({
  name: string().required().max(64).meta({ description: "Unique among the caller's" }),
  expires_at: string()
    .datetime({ allowOffset: true })
    .nullable()
    .optional()
    .meta({ description: 'In the future; null = never' }),
  scopes: scopes()
    .min(1)
    .default(() => [...SCOPES])
    .meta({ description: '`read`: GET; `write`: everything else' }),
  current_password: laterPassword(),
});
export type ApiKeyBody = InferType<typeof apiKeyBody>;

const apiKeyHandle = object({
  key_id: string().uuid().required(),
  name: string().required(),
  prefix: string().required().meta({ description: 'How the key begins' }),
  scopes: scopes().required(),
  created_at: timestamp().required(),
  expires_at: timestamp().nullable().defined().meta({ description: 'Null = never' }),
});

/** The only reply that ever holds a key. */
export const createdApiKey = apiKeyHandle.shape({
  api_key: string().required().meta({ description: 'Told this once' }),
});
export type CreatedApiKey = InferType<typeof createdApiKey>;

export const apiKeySummary = apiKeyHandle.shape({
  last_used_at: timestamp().nullable().defined().meta({ description: 'To the minute; null = never' }),
});
type ApiKeySummary = InferType<typeof apiKeySummary>;

/** A stored API key as its owner sees it. */
export const toApiKeySummary = (record: ApiKeyRecord): ApiKeySummary => ({
  key_id: record.key_id,
  name: record.name,
  prefix: record.prefix,
  scopes: [...record.scopes],
  created_at: record.created_at.toISOString(),
  expires_at: record.expires_at?.toISOString() ?? null,
  last_used_at: record.last_used_at?.toISOString() ?? null,
});
