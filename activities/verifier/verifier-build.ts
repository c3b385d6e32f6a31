/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '7a5e6a87a9e82894f2b7aa0bc792e60efc34d558952b84c354c22e3a1b50382d';
