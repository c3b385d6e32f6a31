/** All words that have a meaning to a rule, table by table. */
import type { Words } from './concepts.ts';
import { DISCLOSURE_WORDS } from './disclosure.ts';
import { GRID_WORDS } from './grid.ts';
import { HARM_WORDS } from './harm.ts';
import { IDENTITY_WORDS } from './identity.ts';
import { OBEDIENCE_WORDS } from './obedience.ts';
import { OVERRIDE_WORDS } from './override.ts';
import { PRIVACY_WORDS } from './privacy.ts';
import { READER_WORDS } from './reader.ts';
import { REFERENCE_WORDS } from './reference.ts';
import { ROLE_WORDS } from './role.ts';
import { SABOTAGE_WORDS } from './sabotage.ts';

export const TABLES: readonly Words[] = [
  DISCLOSURE_WORDS,
  GRID_WORDS,
  HARM_WORDS,
  IDENTITY_WORDS,
  OBEDIENCE_WORDS,
  OVERRIDE_WORDS,
  PRIVACY_WORDS,
  READER_WORDS,
  REFERENCE_WORDS,
  ROLE_WORDS,
  SABOTAGE_WORDS,
];
