/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '0b59356f3ea8a77f7a9ba5a91b15dd459ff242b6f24479bc558c427db845f0f8';
