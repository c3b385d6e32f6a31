#!/usr/bin/env node
/** `grid`: the command line of the service. */
import { createProgram } from './program.ts';

// The reader of a pipe may close it early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

await createProgram().parseAsync();
