/** Seeded cases with their results, each certified by a service with a key of its own. */
import { randomBytes } from 'node:crypto';
import { schedule, statementOf } from '../../../api/certificates/job-certificate.ts';
import { createCertificateKeys } from '../../../api/certificates/keys.ts';
import type { Evidence } from '../../../api/client/offline/read-certificate.ts';
import type { JobResult } from '../../../temporal/case/messages/result.ts';
import type { Jwks, SignedCertificate } from '../../../temporal/case/messages/signed-certificate.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { solve } from '../engine/solve.ts';
import { FAMILIES } from '../seeded/families.ts';
import { memorySigningKeys } from '../stores/memory-certificates.ts';

export interface CertifiedCase extends Evidence {
  readonly name: string;
  readonly certificate: SignedCertificate;
  readonly case: SolvePayload;
  readonly schedule: JobResult;
  readonly keys: Jwks;
}

const PEPPER = 'a secret for tests that is long enough';
export const testKeys = (now = () => new Date('2026-01-01T12:00:00Z'), CERTIFICATE_KEY?: string) =>
  createCertificateKeys({
    store: memorySigningKeys(),
    now,
    settings: { PASSWORD_PEPPER: PEPPER, CERTIFICATE_KEY },
  });

/** The value as it arrives after a round trip through JSON. */
const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** `count` cases with a schedule, of all families and job types. */
export async function certifiedCases(count: number): Promise<CertifiedCase[]> {
  const keys = testKeys();
  const cases: CertifiedCase[] = [];
  for (let seed = 1; cases.length < count; seed++) {
    const family = FAMILIES[seed % FAMILIES.length] ?? FAMILIES[0];
    if (!family) throw new Error('no family');
    const { payload, jobType } = family.caseOf(seed);
    const certified = await certifiedCase(payload, jobType, keys);
    if (certified) cases.push({ ...certified, name: `${family.name}, seed ${seed}, ${jobType}` });
  }
  return cases;
}

export async function certifiedCase(payload: SolvePayload, jobType: JobType, keys = testKeys()) {
  const result = sent(await solve(jobType, sent(payload)));
  const { certificate } = result;
  if (!certificate) return undefined;
  const job = {
    _id: randomBytes(8).toString('hex'),
    job_type: jobType,
    finished_at: new Date('2026-01-01T11:59:59Z'),
  };
  const statement = statementOf(job, sent(payload), { ...result, certificate });
  return {
    certificate: sent(await keys.sign(statement)),
    case: sent(payload),
    schedule: schedule(job._id, result),
    keys: await keys.published(),
  };
}
