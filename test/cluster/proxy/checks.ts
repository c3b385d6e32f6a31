/** Health checks of backends, by their own protocols. */
import { connect } from 'node:http2';
import { buffer } from 'node:stream/consumers';
import type { Check } from './backends.ts';

const HOST = '127.0.0.1';

/** A process that answers over HTTP, whatever the health of its dependencies. */
export const answersHttp: Check = async (port, signal) =>
  (await fetch(`http://${HOST}:${port}/health`, { signal })).ok;

const SERVICE = Buffer.from('temporal.api.workflowservice.v1.WorkflowService');
/** `HealthCheckRequest { string service = 1; }` in the frame of gRPC: not compressed, length, message. */
const QUESTION = Buffer.concat([
  Buffer.from([0, 0, 0, 0, SERVICE.length + 2, 0x0a, SERVICE.length]),
  SERVICE,
]);
/** `HealthCheckResponse { ServingStatus status = 1; }` with SERVING, after the five bytes of the frame. */
const SERVING = Buffer.from([0x08, 1]);

/** A Temporal frontend that serves (gRPC Health Checking Protocol). */
export const servesTemporal: Check = async (port, signal) => {
  const session = connect(`http://${HOST}:${port}`);
  // The error also fails the stream, which reports it.
  session.on('error', () => undefined);
  try {
    const stream = session.request(
      {
        ':method': 'POST',
        ':path': '/grpc.health.v1.Health/Check',
        'content-type': 'application/grpc',
        te: 'trailers',
      },
      { signal },
    );
    stream.end(QUESTION);
    return (await buffer(stream)).subarray(5).equals(SERVING);
  } finally {
    session.destroy();
  }
};
