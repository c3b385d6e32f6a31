/** Signed certificates and their keys, in memory. */
import type { Certificates } from '../../../mongo/certificates.ts';
import type { SigningKeyRecord, SigningKeys } from '../../../mongo/signing-keys.ts';

export function memoryCertificates(): Certificates {
  const stored = new Map<string, string>();
  const find: Certificates['find'] = async (id) => JSON.parse(stored.get(id) ?? 'null') ?? undefined;
  return {
    find,
    add: async (id, signed) => {
      stored.set(id, stored.get(id) ?? JSON.stringify(signed));
      return JSON.parse(stored.get(id) ?? '');
    },
    delete: async (id) => void stored.delete(id),
  };
}

export function memorySigningKeys(): SigningKeys {
  let keys: SigningKeyRecord[] = [];
  const current = async () => keys.find(({ until }) => until === null) ?? null;
  return {
    current,
    all: async () => keys,
    addFirst: async (key) => {
      if (keys.length === 0) keys = [key];
      return (await current()) ?? key;
    },
    replace: async (key) => {
      const retired = keys.filter(({ _id }) => _id !== key._id);
      keys = [key, ...retired.map((old) => ({ ...old, sealed: null, until: old.until ?? key.since }))];
    },
  };
}
