/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '4d362e67b8afd5a889c99a8635676f464a2d471ee2f2e316561f5fd6c7f89376';
