/** Address of a real server from the environment; its absence is a failure, not a reason to skip. */
export function requiredEnv(name: 'MONGODB_URI' | 'TEMPORAL_ADDRESS'): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is not set: run this suite with \`npm test\`, which starts the servers`);
  return value;
}
