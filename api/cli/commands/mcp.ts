/** `grid mcp`: an MCP server over standard input and output; agents start it. */
import { fileURLToPath } from 'node:url';
import { NoCaseError } from '../../client/file-format.ts';
import { clientOf } from '../connection/connect.ts';
import { MOST_BODY_BYTES, readText } from '../files/read-file.ts';
import { EXIT, Refusal } from '../terminal/exit.ts';
import type { GridCommand } from './grid-command.ts';

/** Absolute path of the entry point, because outside this checkout `npx grid` runs an unrelated package. */
const GRID = fileURLToPath(new URL('../../../../api/cli/grid.mjs', import.meta.url));

export const addMcpCommand = (program: GridCommand): void => {
  program
    .command('mcp')
    .description('Serve agents over standard input and output by the Model Context Protocol (MCP)')
    .examples(
      `GRID_URL=http://127.0.0.1:8000 node ${GRID} mcp`,
      `GRID_URL=https://grid.example.org GRID_API_KEY=gok_... node ${GRID} mcp`,
      `code --add-mcp '${JSON.stringify({ name: 'grid', command: 'node', args: [GRID, 'mcp'] })}'`,
    )
    .asks(async ({ url, session, screen }) => {
      // Loads the MCP server here, so that other commands do not.
      const { serveStdio } = await import('../../mcp/stdio.ts');
      await serveStdio((fetch) => clientOf(url, screen, session, { fetch }), readFile, screen.note);
      return EXIT.solved;
    });
};

/** Reads a file. Throws `NoCaseError`; the MCP server passes its message on. */
const readFile = (path: string): Promise<string> =>
  readText(path, MOST_BODY_BYTES).catch((error) => {
    throw error instanceof Refusal ? new NoCaseError(error.message) : error;
  });
