/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'db9e74802f8edfc79711f7212711b65d84be24aa06e69b29224218d113b18090';
