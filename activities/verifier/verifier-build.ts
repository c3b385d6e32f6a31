/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'b24e0d8e5bae341f77c16072007b50d69df236fe64a51acad7d1495f86011289';
