/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'fdb642cb1d3b43058a520f2bbcd403bd6aa46f7ef7542a6313270a49b2398834';
