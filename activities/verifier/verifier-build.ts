/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '8f1452e60792bb259a91c2abe183f26f58daf3931dede78ad77d6d57e55dd577';
