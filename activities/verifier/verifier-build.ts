/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '5a7a0500202645af95ad0876f5862cb6a9fc493b398b59fe99c6632ad84cda00';
