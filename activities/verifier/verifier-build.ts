/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '34e6c7d200543fceef5c3c7b72a0ed13a434a499c3be5e7eb9ab5610dc8ea0da';
