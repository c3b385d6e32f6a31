/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '27cc5d624ae30c767945daddaed4fee62244a92c4097aa48a99c3335626c5b38';
