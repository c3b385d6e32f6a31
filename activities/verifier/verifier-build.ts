/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '6ae2a62832db6fb9749313daf78fcb59712b25a4b6479e4063426b8f04bb1f35';
