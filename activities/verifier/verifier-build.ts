/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '692a0353b7830c268810b32051450d967ee108f1618cbad484bcb0aaeb26c187';
