/** `npm run openapi [file]`: writes the OpenAPI document to a file, by default dist/openapi.json. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ABOUT } from './about.ts';
import { toOpenApi } from './http/openapi.ts';
import { ROUTES } from './routes.ts';

const file = process.argv[2] ?? fileURLToPath(new URL('../openapi.json', import.meta.url));
await writeFile(file, `${JSON.stringify(toOpenApi(ROUTES, ABOUT), null, 2)}\n`);
process.stdout.write(`${file}\n`);
