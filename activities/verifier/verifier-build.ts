/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'dc51da4c57e24732362e7a0178627d1943d272eb4a25ca526384169620b76497';
