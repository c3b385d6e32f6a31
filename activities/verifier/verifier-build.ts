/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '988ec55149216125e007761dcaef85878abef1e9289cbc190f7ba39a31a19bf1';
