/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'efa5ffc6ccfde87317adbe6721bc980d213c3b4d31288ab7957f63c40e3a5815';
