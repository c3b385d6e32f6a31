/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '85a29ba386e3b54ec68a6343021b67080f348fabca94ab356530bdeabeda85c6';
