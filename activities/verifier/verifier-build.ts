/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '96affda269577ce11d056874590f78bcb0ebbc4fdb05715ce9bc0618c4d9032f';
