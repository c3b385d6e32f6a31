/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '7f8377b66ddcf24ac46be0bd83efe41d0bb41ad1b1184c138a3cc285fca283a6';
