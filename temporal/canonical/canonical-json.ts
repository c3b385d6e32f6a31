/** JSON with object keys in code-point order, so that equal bodies have equal text. */
import { jsonPieces } from '../json/json-pieces.ts';

export const canonicalJson = (value: unknown): string => [...jsonPieces(value, true)].join('');
