/** What certificates need. */
import type { MongoConnection } from '../../mongo/connect.ts';
import { createSigningKeys } from '../../mongo/signing-keys.ts';
import type { SolveDeps } from '../solve/deps.ts';
import { type CertificateKeys, createCertificateKeys } from './keys.ts';

interface CertificateParts {
  readonly certificateKeys: CertificateKeys;
}

export interface CertificateDeps extends CertificateParts, SolveDeps {}

export function createCertificateParts(
  db: MongoConnection['db'],
  settings: Parameters<typeof createCertificateKeys>[0]['settings'],
  now: () => Date,
): CertificateParts {
  const store = createSigningKeys(db);
  return {
    certificateKeys: createCertificateKeys({ store, now, settings }),
  };
}
