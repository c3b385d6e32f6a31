/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '0a84b337c78149cd2e315f3de8081c809d093ea0c854d933c89947ec75a1f39b';
