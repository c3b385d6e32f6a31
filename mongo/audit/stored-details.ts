/** Details as MongoDB gives them back: what is hashed must be what is read. */
import { BSON } from 'mongodb';
import type { EntryContent } from './chained-entry.ts';

/** Throws when MongoDB or JSON cannot hold the details. */
export function storedDetails(details: EntryContent['details']): EntryContent['details'] {
  const json: unknown = JSON.parse(JSON.stringify({ details }));
  const { details: stored } = BSON.deserialize(BSON.serialize(Object(json)));
  return stored;
}
