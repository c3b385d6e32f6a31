/** Codes that stand in for a lost authenticator, each once; only their digests are stored. */
import { randomBytes } from 'node:crypto';
import { base32 } from './base32.ts';
import { digest } from './refresh-tokens.ts';

const COUNT = 10;
/** 80 bits: beyond guessing, also from a stolen digest. */
const CODE_BYTES = 10;
const GROUP = /.{4}(?=.)/g;

/** `ABCD-EFGH-IJKL-MNOP` */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: COUNT }, () => base32(randomBytes(CODE_BYTES)).replaceAll(GROUP, '$&-'));

/** The same however the code is typed: with or without hyphens and spaces, in either case. */
export const recoveryDigest = (code: string): string => digest(code.replaceAll(/[\s-]/g, '').toUpperCase());
