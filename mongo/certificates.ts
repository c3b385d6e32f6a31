/** Signed certificates: one document for each job, written once, so that everybody gets the same bytes. It goes when its job goes. */
import type { Db } from 'mongodb';
import type { SignedCertificate } from '../temporal/case/messages/signed-certificate.ts';
import type { CollectionIndexes } from './indexes.ts';
import type { Transaction } from './transaction.ts';

interface CertificateRecord {
  /** Id of the job. */
  readonly _id: string;
  /** JSON, as it is sent: MongoDB would not keep every name. */
  readonly json: string;
  /** When the job expires. */
  readonly expires_at?: Date;
}

export const certificateIndexes: CollectionIndexes = {
  collection: 'certificates',
  indexes: [{ key: { expires_at: 1 }, expireAfterSeconds: 0 }],
};

export type Certificates = ReturnType<typeof createCertificates>;

export function createCertificates(db: Db) {
  const certificates = db.collection<CertificateRecord>('certificates');
  const find = async (jobId: string): Promise<SignedCertificate | undefined> => {
    const stored = await certificates.findOne({ _id: jobId });
    return stored ? JSON.parse(stored.json) : undefined;
  };
  return {
    find,
    /** Stores a certificate; returns the one on record, which may have been there before. */
    async add(jobId: string, signed: SignedCertificate, expiresAt: Date | null): Promise<SignedCertificate> {
      const record = { json: JSON.stringify(signed), ...(expiresAt && { expires_at: expiresAt }) };
      await certificates.updateOne({ _id: jobId }, { $setOnInsert: record }, { upsert: true });
      return (await find(jobId)) ?? signed;
    },
    async delete(jobId: string, tx: Transaction = {}): Promise<void> {
      await certificates.deleteOne({ _id: jobId }, tx);
    },
  };
}
