/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '060de58366ac32b55cf778d7ba1386ab34f5ad019d60b35440fb6118ea73b509';
