/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '68aea15deb4ec28fdbf8a015180d538425db1cd85d4e802879755af38575bbf2';
