/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '6ebe976d9392a57e1c5a315a7ef5a3cf1910120762277a37d2b3b597667ec96b';
