/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '92a4e9a981a966b3d5c4f0cc6084c48f4ebca6544140d3da1f33612e22ab8f06';
