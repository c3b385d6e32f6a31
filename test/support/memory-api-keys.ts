/** API keys that live in this process. */
import { type ApiKeyRecord, type ApiKeys, MAX_API_KEYS, USE_INTERVAL_MS } from '../../mongo/api-keys.ts';

export function memoryApiKeys(): ApiKeys {
  const byId = new Map<string, ApiKeyRecord>();
  const ofUser = (userId: string) => [...byId.values()].filter(({ user_id }) => user_id === userId);
  return {
    insert: async (key) => {
      const others = ofUser(key.user_id);
      if (others.some(({ name }) => name === key.name)) return 'name taken';
      if (others.length >= MAX_API_KEYS) return 'too many';
      byId.set(key.key_id, key);
      return 'ok';
    },
    list: async (userId) => ofUser(userId).reverse(),
    findByDigest: async (digest) => [...byId.values()].find((key) => key.digest === digest) ?? null,
    delete: async (userId, keyId) => {
      const key = byId.get(keyId);
      if (key?.user_id !== userId) return null;
      byId.delete(keyId);
      return key;
    },
    markUsed: async (key, at) => {
      if (key.last_used_at && at.getTime() - key.last_used_at.getTime() < USE_INTERVAL_MS) return;
      byId.set(key.key_id, { ...key, last_used_at: at });
    },
  };
}
