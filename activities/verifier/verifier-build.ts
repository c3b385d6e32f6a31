/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'ad26a4192d136e88387105fa3a200517784c8f3029717a8db1ffc7b5edac5081';
