/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '9ae62fa2d23f2390da440c3cbeff2cfad9b6f6b869856441da2f62d37fb1dabf';
