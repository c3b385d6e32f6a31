/**
 * A change of a record as one update pipeline, so that MongoDB computes the next record from whatever is
 * there at that moment.
 */
import type { Document } from 'mongodb';
import type { RecordChange, Version } from './records.ts';

export interface StoredVersion extends Version {
  /** Id of the document that holds the content. */
  readonly document: string;
}

export const KEPT_VERSIONS = 20;

const VERSIONS = { $ifNull: ['$versions', []] };

/** The fields of a record after a change, but for `versions`. */
export function recordUpdate<Meta extends object>(
  owner: string,
  id: string,
  { meta, defaults, content }: RecordChange<Meta, unknown>,
  at: Date,
): Document {
  const given = new Map<string, unknown>(Object.entries(meta));
  const metaField = ([name, value]: [string, unknown]) => [
    name,
    given.has(name) ? literal(given.get(name)) : { $ifNull: [`$meta.${name}`, literal(value)] },
  ];
  return {
    owner: literal(owner),
    id: literal(id),
    meta: Object.fromEntries(Object.entries(defaults).map(metaField)),
    version: literal(content.sha256),
    previous: VERSIONS,
    created_at: { $ifNull: ['$created_at', at] },
    updated_at: at,
  };
}

/** The versions there are, behind a new one or one that replaces its like. */
export const versionsWith = (entry: StoredVersion): Document => ({
  $slice: [{ $concatArrays: [[literal(entry)], versionsThat('$ne', entry.version)] }, KEPT_VERSIONS],
});

/** The versions there are, this one first. */
export const versionsFrom = (version: string): Document => ({
  $concatArrays: [versionsThat('$eq', version), versionsThat('$ne', version)],
});

const versionsThat = (comparison: '$eq' | '$ne', version: string): Document => ({
  $filter: { input: VERSIONS, cond: { [comparison]: ['$$this.version', version] } },
});

/** What a client wrote may begin with `$`, which a pipeline would take for a field or an operator. */
const literal = ($literal: unknown): Document => ({ $literal });
