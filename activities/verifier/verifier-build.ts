/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '694bc467146388a033dd3cc66caa2bec51a4018197de60f16c8c9c43b29fa627';
