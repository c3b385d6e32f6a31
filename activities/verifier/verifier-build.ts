/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '6b28efb590fff3d8dfa5c73aa90384dfa3c0ddefe175e28b1e0e1a7f3f800d71';
