/** What certificates need. */
import type { ModelBuilderDeps } from '../model-builder/deps.ts';
import type { SolveDeps } from '../solve/deps.ts';
import type { CertificateKeys } from './keys.ts';

export interface CertificateDeps
  extends SolveDeps,
    Pick<ModelBuilderDeps, 'executions' | 'windows' | 'executionWorkflows'> {
  readonly certificateKeys: CertificateKeys;
  readonly settings: SolveDeps['settings'] & ModelBuilderDeps['settings'];
}
