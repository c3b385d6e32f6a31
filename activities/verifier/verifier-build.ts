/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '44d52c8867373d84114b2537cc025a27c612318b14b767facb18372d0c566fc1';
