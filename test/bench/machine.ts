/** What figures were measured on. */
import { availableParallelism, cpus } from 'node:os';

export const machine = () => ({
  cores: availableParallelism(),
  cpu: cpus()[0]?.model ?? '',
  node: process.version,
});
