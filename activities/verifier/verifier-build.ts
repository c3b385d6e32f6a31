/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'cc89765c6d5da6d4da56d44e59acc8f70bcdb1cf2f77f5f1ca083761fceb9b11';
