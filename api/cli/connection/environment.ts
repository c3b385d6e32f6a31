/** What the environment says to this program; an empty variable is as good as none. */
import { homedir } from 'node:os';
import { join } from 'node:path';

const { GRID_URL, GRID_API_KEY, NO_COLOR, XDG_CONFIG_HOME } = process.env;

export const environment = {
  url: GRID_URL || undefined,
  apiKey: GRID_API_KEY || undefined,
  /** Bits of a colour that a terminal can show, 1 for none. Node takes an empty NO_COLOR for a set one. */
  colorBits: (out: NodeJS.WriteStream): number =>
    NO_COLOR || !out.isTTY ? 1 : out.getColorDepth({ ...process.env, NO_COLOR: undefined }),
  credentialsFile: join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'grid', 'credentials.json'),
};
