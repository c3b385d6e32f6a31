/**
 * Records of users, with versions of their content. A record is small; each version of its content is a separate
 * document. Of two concurrent writers, the last one wins. Readers get either the old or the new content, never a
 * mixture.
 */
import type { PackedDocument } from './documents.ts';
import type { Transaction } from './transaction.ts';

export interface Version {
  /** SHA-256 of the content, hex. */
  readonly version: string;
  /** Time at which this content was first stored. */
  readonly created_at: Date;
}

/** A record of a user. `Meta`: data about the content, without versions. */
export interface OwnedRecord<Meta extends object> {
  readonly id: string;
  /** User id; null for a record that is shared and read-only. */
  readonly owner: string | null;
  readonly meta: Meta;
  readonly version: string;
  /** Versions, newest first; their number is limited. */
  readonly versions: readonly Version[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface RecordChange<Meta extends object, Content> {
  /** New values of metadata. Omitted fields keep their value; in a new record, they get that of `defaults`. */
  readonly meta: Partial<Meta>;
  readonly defaults: Meta;
  readonly content: PackedDocument<Content>;
  /** The version that must be current; if absent, any version is replaced. */
  readonly expected?: string | undefined;
}

export interface StoredChange<Meta extends object> {
  readonly isNew: boolean;
  readonly record: OwnedRecord<Meta>;
}

interface Page<Meta extends object> {
  readonly records: readonly OwnedRecord<Meta>[];
  readonly total: number;
}

/** The operations on a collection of records. */
export interface Records<Meta extends object, Content> {
  /** Stores a version. Resolves to null if the current version is not the expected one. */
  put(
    owner: string,
    id: string,
    change: RecordChange<Meta, Content>,
    at: Date,
    tx?: Transaction,
  ): Promise<StoredChange<Meta> | null>;
  find(owner: string, id: string): Promise<OwnedRecord<Meta> | null>;
  /** A record with its content or that of an older version; null if the record or version does not exist. */
  read(
    owner: string,
    id: string,
    version?: string,
  ): Promise<{ record: OwnedRecord<Meta>; content: Content } | null>;
  /** Records of an owner; the last changed comes first. */
  list(owner: string, limit: number, offset: number): Promise<Page<Meta>>;
  /** The identifiers in `ids` for which the owner has a record. */
  among(owner: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Deletes a record; resolves to the deleted record. */
  delete(owner: string, id: string, tx?: Transaction): Promise<OwnedRecord<Meta> | null>;
}
