/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'b64bbc8d7ecece7ac4c3de62c55c7245cdc07f80a740d24de03e39ff5d0709d4';
