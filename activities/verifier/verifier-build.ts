/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'af52ca1597f020d7ec48834d8dfdba1b1f291769b20570fd160d1f8502baa2ed';
