/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'bcf1a0a3d1abc118dcf9df2047976575ec73b6afe0ecaa6afafe05f664387dbf';
