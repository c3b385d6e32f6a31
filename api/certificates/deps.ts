/** What certificates need. */
import { type Certificates, createCertificates } from '../../mongo/certificates.ts';
import type { MongoConnection } from '../../mongo/connect.ts';
import { createSigningKeys } from '../../mongo/signing-keys.ts';
import type { SignedRun } from '../../temporal/case/messages/signed-certificate.ts';
import type { ModelBuilderDeps } from '../model-builder/deps.ts';
import type { SolveDeps } from '../solve/deps.ts';
import { type CertificateKeys, createCertificateKeys } from './keys.ts';

interface CertificateParts {
  readonly runCertificates: Certificates<SignedRun>;
  readonly certificateKeys: CertificateKeys;
}

export interface CertificateDeps
  extends CertificateParts,
    SolveDeps,
    Pick<ModelBuilderDeps, 'executions' | 'windows' | 'executionWorkflows'> {
  readonly settings: SolveDeps['settings'] & ModelBuilderDeps['settings'];
}

export function createCertificateParts(
  db: MongoConnection['db'],
  settings: Parameters<typeof createCertificateKeys>[0]['settings'],
  now: () => Date,
): CertificateParts {
  const store = createSigningKeys(db);
  return {
    runCertificates: createCertificates<SignedRun>(db),
    certificateKeys: createCertificateKeys({ store, now, settings }),
  };
}
