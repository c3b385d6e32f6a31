/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '713fbf2720b4f8530cc66ba853b35164b33fc5d61b707468ee7a86a2fac2a99b';
