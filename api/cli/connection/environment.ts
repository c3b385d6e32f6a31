/** Settings from environment variables; an empty variable counts as not set. */
import { homedir } from 'node:os';
import { join } from 'node:path';

const { GRID_URL, GRID_API_KEY, NO_COLOR, XDG_CONFIG_HOME } = process.env;

export const environment = {
  url: GRID_URL || undefined,
  apiKey: GRID_API_KEY || undefined,
  /**
   * Colour depth of the terminal, bits; 1 without colours. Removes an empty NO_COLOR, which Node would treat as set.
   */
  colorBits: (out: NodeJS.WriteStream): number =>
    NO_COLOR || !out.isTTY ? 1 : out.getColorDepth({ ...process.env, NO_COLOR: undefined }),
  credentialsFile: join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'grid', 'credentials.json'),
};
