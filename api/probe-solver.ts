/** Asks the solver service for its health. */

const TIMEOUT_MS = 2000;

export async function probeSolver(solverUrl: string): Promise<void> {
  const response = await fetch(new URL('/health', solverUrl), { signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`solver service answered ${response.status}`);
}
