/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '3ba4b9543e29788cdfd6868bd1142ccd0136c0d16b9fa09bf7d6e4532a63fa47';
