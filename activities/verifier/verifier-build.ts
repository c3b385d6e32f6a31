/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '37ee83b421400f017bf194b6e85cf23bb58bcc4db68d418346a1afe6c681f0d0';
