/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'c3ce9f3314426fe67401019d99f5d586cac2af12b207b1479b9797aba9367fea';
