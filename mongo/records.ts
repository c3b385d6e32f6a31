/**
 * Records owned by a user, with the versions of their content. The record is small; each version of its content is a separate
 * document. The last of two concurrent writers wins, and readers get either the old or the new content.
 */
import type { PackedDocument } from './documents.ts';
import type { Transaction } from './transaction.ts';

export interface Version {
  /** SHA-256 of the content, hex. */
  readonly version: string;
  /** When this content was first stored. */
  readonly created_at: Date;
}

/** `Meta`: data about the content, not versioned. */
export interface OwnedRecord<Meta extends object> {
  readonly id: string;
  /** User id; null = shared and read-only. */
  readonly owner: string | null;
  readonly meta: Meta;
  readonly version: string;
  /** Newest first, limited in number. */
  readonly versions: readonly Version[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface RecordChange<Meta extends object, Content> {
  /** Omitted fields keep their value, or get that of `defaults` in a new record. */
  readonly meta: Partial<Meta>;
  readonly defaults: Meta;
  readonly content: PackedDocument<Content>;
  /** The version that must be current; absent = replace any version. */
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
  /** Resolves to null if the current version is not the expected one. */
  put(
    owner: string,
    id: string,
    change: RecordChange<Meta, Content>,
    at: Date,
    tx?: Transaction,
  ): Promise<StoredChange<Meta> | null>;
  find(owner: string, id: string): Promise<OwnedRecord<Meta> | null>;
  /** A record with its content, or that of an older version; null if there is none. */
  read(
    owner: string,
    id: string,
    version?: string,
  ): Promise<{ record: OwnedRecord<Meta>; content: Content } | null>;
  /** Records of one owner, last changed first. */
  list(owner: string, limit: number, offset: number): Promise<Page<Meta>>;
  /** The ids among `ids` of which the owner has a record. */
  among(owner: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Resolves to the deleted record. */
  delete(owner: string, id: string, tx?: Transaction): Promise<OwnedRecord<Meta> | null>;
}
