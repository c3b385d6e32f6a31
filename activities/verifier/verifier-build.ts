/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '967bae3f7d105386b999d5d6c3249840740a6c84ef3b3b37d33c33a2098aeaca';
