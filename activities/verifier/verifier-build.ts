/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'e2671752e2cb68e79fbdeae9cd5f4c3bdbaec20a88216b8964b344d58557e867';
