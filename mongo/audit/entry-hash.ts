/** hash = SHA-256(canonical JSON of {seq, id, event_type, user_id, timestamp, details, [once], previous_hash}), hex. */
import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import type { EntryContent } from './chained-entry.ts';

/** Throws when the content is not JSON. */
export const entryHash = (content: EntryContent): string =>
  createHash('sha256').update(canonicalJson(content)).digest('hex');
