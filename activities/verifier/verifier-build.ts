/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '23f9f5095e07b2d76707fdf6c6c78ea960d7011ec23b0797340d0a93723da1f7';
