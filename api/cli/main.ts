#!/usr/bin/env node
/** `grid`: the command line of the service. */
import { createProgram } from './program.ts';

// Who reads through a pipe may stop reading.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

await createProgram().parseAsync();
