/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'caadcf675b66c1afe0d6eaf316daaaa778f8441883e75a91997baeaf5a203c20';
