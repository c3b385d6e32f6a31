/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '18fe97569f134f785c2ed92168b059ee9c722f6f5856cdbfdf700c0f13ee0c96';
