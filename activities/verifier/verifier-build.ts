/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'fb1661832be4fcf7a96492d4a774b769de8c2890357308571d16cbecb96da019';
