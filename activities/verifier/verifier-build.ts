/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'e3bb2f19eeb0c967dbf9a9c271a49819f654a6bfcd2cf9a184570df1fd8f761a';
