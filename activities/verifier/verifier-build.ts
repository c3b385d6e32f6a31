/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'd65279408f935555a861dd735d0c4a1a02f328c953e34b001064f0dc2c3462b7';
