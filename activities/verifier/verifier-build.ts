/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '528aea690ee73242417d882277a1494c37264b269d2ebbfe679455ee1795104d';
