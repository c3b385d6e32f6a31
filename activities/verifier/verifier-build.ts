/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '0332fc7ee53dda35abaeebfea8b83b94d19424ed08fea08482342f5f1ce35c14';
