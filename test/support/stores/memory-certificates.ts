/** Signed certificates and the keys that sign them, in this process. */
import type { Certificates } from '../../../mongo/certificates.ts';
import type { SigningKeyRecord, SigningKeys } from '../../../mongo/signing-keys.ts';
import type { SignedCertificate, SignedRun } from '../../../temporal/case/messages/signed-certificate.ts';

export function memoryCertificates<Signed extends SignedCertificate | SignedRun>(): Certificates<Signed> {
  const stored = new Map<string, string>();
  const find: Certificates<Signed>['find'] = async (jobId) =>
    JSON.parse(stored.get(jobId) ?? 'null') ?? undefined;
  return {
    find,
    add: async (jobId, signed) => {
      if (!stored.has(jobId)) stored.set(jobId, JSON.stringify(signed));
      return (await find(jobId)) ?? signed;
    },
    delete: async (jobId) => void stored.delete(jobId),
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
