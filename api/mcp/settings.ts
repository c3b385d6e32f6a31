/** Settings of the MCP process with default, unit and meaning. */
import { number, object, string } from 'yup';

const about = (description: string) => ({ description });

export const mcpSettings = object({
  MCP_HOST: string().default('127.0.0.1').meta(about('Address that the MCP server listens on')),
  MCP_PORT: number()
    .integer()
    .min(0)
    .max(65_535)
    .default(8200)
    .meta(about('Port of the MCP server; 0 = any free')),
  MCP_API_URL: string()
    .matches(/^https?:\/\/\S+[^/\s]$/, 'MCP_API_URL must be an address such as https://grid.example.org')
    .default('http://127.0.0.1:8000')
    .meta(about('Address of the API that the MCP server calls')),
  MCP_ORIGINS: string()
    .default('')
    .meta(about('Origins of pages that may call the MCP server, comma-separated; programs send none')),
  MCP_MAX_BODY_MB: number()
    .moreThan(0)
    .max(32)
    .default(4)
    .meta(
      about('Largest message to the MCP server, and largest case or answer that it reads as a whole, MB'),
    ),
  LOG_LEVEL: string()
    .oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .meta(about('Least severe level that is logged')),
});
