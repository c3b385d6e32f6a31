/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '5ade927159f70d47cdd1da6d3f8ff6b36cedc086cc42d3b9f4fb696436db06aa';
