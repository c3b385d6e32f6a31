/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '92441e1513014b4c3fca4fb7ba2343efa5b4f8ab10b652d3cc42ae1a628e4fb8';
