/**
 * Records that belong to a user and keep the versions of their content. The record is small; every version
 * of its content is a document of its own. The last of two concurrent writers wins, and a reader finds
 * either the old content or the new.
 */
import type { PackedDocument } from './documents.ts';
import type { Transaction } from './transaction.ts';

export interface Version {
  /** SHA-256 of the content, hex. */
  readonly version: string;
  /** When this content was first stored. */
  readonly created_at: Date;
}

/** `Meta`: what a record says about its content; not versioned. */
export interface OwnedRecord<Meta extends object> {
  readonly id: string;
  /** User id; null = shared and read-only. */
  readonly owner: string | null;
  readonly meta: Meta;
  readonly version: string;
  /** Newest first, a limited number. */
  readonly versions: readonly Version[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface RecordChange<Meta extends object, Content> {
  /** Fields left out keep their value, or take that of `defaults` in a new record. */
  readonly meta: Partial<Meta>;
  readonly defaults: Meta;
  readonly content: PackedDocument<Content>;
  /** The version that must be the current one; absent = whatever is there is replaced. */
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

/** The verbs of a collection of records. */
export interface Records<Meta extends object, Content> {
  /** Resolves to null when the current version is not the expected one. */
  put(
    owner: string,
    id: string,
    change: RecordChange<Meta, Content>,
    at: Date,
    tx?: Transaction,
  ): Promise<StoredChange<Meta> | null>;
  find(owner: string, id: string): Promise<OwnedRecord<Meta> | null>;
  /** A record with its content, or with that of an older version; null when there is none. */
  read(
    owner: string,
    id: string,
    version?: string,
  ): Promise<{ record: OwnedRecord<Meta>; content: Content } | null>;
  /** Records of one owner, the last changed first. */
  list(owner: string, limit: number, offset: number): Promise<Page<Meta>>;
  /** Which of these ids the owner has a record of. */
  among(owner: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Resolves to the record that was deleted. */
  delete(owner: string, id: string, tx?: Transaction): Promise<OwnedRecord<Meta> | null>;
}
