/**
 * A proxy process: `main.js http|grpc PORT HEALTH_PORT BACKEND_PORT...`, all on 127.0.0.1. `GET /` on its health port
 * lists the backends that are up.
 */
import { createServer } from 'node:http';
import { watchBackends } from './backends.ts';
import { answersHttp, servesTemporal } from './checks.ts';
import { httpProxy } from './http-proxy.ts';
import { tcpProxy } from './tcp-proxy.ts';

const HOST = '127.0.0.1';
const [kind, ...words] = process.argv.slice(2);
const [port = 0, healthPort = 0, ...ports] = words.map(Number);
if ((kind !== 'http' && kind !== 'grpc') || ports.length === 0) {
  process.stderr.write('usage: main.js http|grpc PORT HEALTH_PORT BACKEND_PORT...\n');
  process.exit(2);
}
const backends = watchBackends(ports, kind === 'http' ? answersHttp : servesTemporal);
const proxy = kind === 'http' ? httpProxy(backends) : tcpProxy(backends);
proxy.listen(port, HOST);
createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ up: backends.isUp() }));
}).listen(healthPort, HOST);
