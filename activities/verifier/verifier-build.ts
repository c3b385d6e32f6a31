/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '944d757363712646e2e5254d255cb8c999b4a9a8f93c969e55e41f4c49d8723f';
