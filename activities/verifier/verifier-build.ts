/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '42b2d11f3bee206fc333375f697e5e2440f8b014179ed78d8b64344b056f815c';
