/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'f1f1146b6bf82c118af6de2f3502bea8e208904857505527f2c275b403e09610';
