/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '0e5911bdebd9d9a7e3c1ac56f72787229bfbb13f67db5804084ed8d3fa1d9955';
