/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'a909c48b064c3786f34648556dfa9dcc6a34db38d73264465092129cb1b5c616';
