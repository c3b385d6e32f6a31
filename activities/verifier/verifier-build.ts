/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '5703211876dff2ec1d1e57bafa74485e2157e4af71ff39341c6017b33b4208e5';
