/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'b9ebf61c303f9499c03f7f1c646e445144df3bcf8e5dc8431e630513012499c5';
