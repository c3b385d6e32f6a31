/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '994ba605dcf6e5ccc0fb35eac1d6890e10a0195fadd51f9f6cfda7d7f98db0da';
