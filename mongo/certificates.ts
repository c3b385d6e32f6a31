/**
 * Signed certificates: one document for each job or run, written once, so that everybody gets the same bytes. It goes when
 * its job or run goes.
 */
import type { Db } from 'mongodb';
import type { SignedCertificate, SignedRun } from '../temporal/case/messages/signed-certificate.ts';
import type { CollectionIndexes } from './indexes.ts';
import type { Transaction } from './transaction.ts';

interface CertificateRecord {
  /** Id of the job or run. */
  readonly _id: string;
  /** JSON, as it is sent: MongoDB would not keep every name. */
  readonly json: string;
  /** When that expires. */
  readonly expires_at?: Date;
}

export const certificateIndexes: CollectionIndexes = {
  collection: 'certificates',
  indexes: [{ key: { expires_at: 1 }, expireAfterSeconds: 0 }],
};

export type Certificates<Signed extends SignedCertificate | SignedRun = SignedCertificate> = ReturnType<
  typeof createCertificates<Signed>
>;

export function createCertificates<Signed extends SignedCertificate | SignedRun = SignedCertificate>(db: Db) {
  const certificates = db.collection<CertificateRecord>('certificates');
  const find = async (id: string): Promise<Signed | undefined> => {
    const stored = await certificates.findOne({ _id: id });
    return stored ? JSON.parse(stored.json) : undefined;
  };
  return {
    find,
    /** Stores a certificate; returns the one on record, which may have been there before. */
    async add(id: string, signed: Signed, expiresAt: Date | null): Promise<Signed> {
      const record = { json: JSON.stringify(signed), ...(expiresAt && { expires_at: expiresAt }) };
      await certificates.updateOne({ _id: id }, { $setOnInsert: record }, { upsert: true });
      return (await find(id)) ?? signed;
    },
    async delete(id: string, tx: Transaction = {}): Promise<void> {
      await certificates.deleteOne({ _id: id }, tx);
    },
  };
}
