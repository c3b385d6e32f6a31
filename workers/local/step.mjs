/** One line a step, with its seconds. */
export async function step(name, work) {
  const started = performance.now();
  const detail = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${name}${typeof detail === 'string' ? `: ${detail}` : ''} (${seconds} s)`);
  return detail;
}
