/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '102517a490b49618d053b890f2a124f277ec71cd7d9fb9360d8585a505d3dd28';
