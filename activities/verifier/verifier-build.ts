/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '39ffbed7998a0951f95e62e8d38101f2ba1530594eb808546d2a31c8bc3b3858';
