/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'bbf19c2358863e631d8066df7734452174c70c65356a7cb55547ea479d8ed88c';
