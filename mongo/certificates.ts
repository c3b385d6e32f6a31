/**
 * Signed certificates: one document per job, run or connection study, written once, so that all readers get the same
 * bytes. A certificate is deleted with what it is about.
 */
import type { Db } from 'mongodb';
import type {
  SignedCertificate,
  SignedConnections,
  SignedRun,
} from '../temporal/case/messages/signed-certificate.ts';
import type { CollectionIndexes } from './indexes.ts';
import type { Transaction } from './transaction.ts';

interface CertificateRecord {
  /** Id of the job or run. */
  readonly _id: string;
  /** Certificate as the JSON text that is sent, because MongoDB does not allow every field name. */
  readonly json: string;
  /** Expiry of the job or run. */
  readonly expires_at?: Date;
}

export const certificateIndexes: CollectionIndexes = {
  collection: 'certificates',
  indexes: [{ key: { expires_at: 1 }, expireAfterSeconds: 0 }],
};

type Signed = SignedCertificate | SignedRun | SignedConnections;

export type Certificates = ReturnType<typeof createCertificates>;

export function createCertificates(db: Db) {
  const certificates = db.collection<CertificateRecord>('certificates');
  /** The id decides whether the result is a certificate of a job or of a run. */
  const find = async <S extends Signed = SignedCertificate>(id: string): Promise<S | undefined> => {
    const stored = await certificates.findOne({ _id: id });
    return stored ? JSON.parse(stored.json) : undefined;
  };
  return {
    find,
    /** Stores a certificate. Returns the stored one, which another call may have stored earlier. */
    async add<S extends Signed>(id: string, signed: S, expiresAt: Date | null): Promise<S> {
      const record = { json: JSON.stringify(signed), ...(expiresAt && { expires_at: expiresAt }) };
      await certificates.updateOne({ _id: id }, { $setOnInsert: record }, { upsert: true });
      return (await find<S>(id)) ?? signed;
    },
    async delete(id: string, tx: Transaction = {}): Promise<void> {
      await certificates.deleteOne({ _id: id }, tx);
    },
  };
}
