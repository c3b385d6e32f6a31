/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '354417d4d70db555e86ac4447dcdcb183d8d660aa92218e2643e4c34c15747fa';
