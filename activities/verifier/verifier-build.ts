/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '5f81dad065826aea069017d7404c1ed9bfd69bacb6696066fd2933fc5a1a2604';
