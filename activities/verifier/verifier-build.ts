/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '7c00c146119418f7beb6dbe8fbb041ec19446e3f4436b3062be652e921df1ac3';
