/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '4ef9c0cb2142476c68ba47c9a5a89b30a6a814475cb77d62bc6ccec4f8a61943';
