/** Clients that send or read as slowly as the test requires, on sockets of their own. */
import { connect, type Socket } from 'node:net';
import type { ApiClient } from '../callers/api-client.ts';

export interface SlowClient {
  /** Status of the reply; undefined before the reply. */
  status(): number | undefined;
  readonly text: () => string;
  isClosed(): boolean;
  end(): void;
}

const STATUS = /^HTTP\/1\.1 (\d{3})/;
const BEGINNING = 4096;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes of the body on the wire, which include the sizes of chunks. */
  readonly body?: Uint8Array;
}

/** Sends a request, reads `reads` bytes of the reply, then stops reading. */
export function slowClient({ url, token }: ApiClient, sent: Sent, reads = BEGINNING): SlowClient {
  const { hostname, port } = new URL(url);
  let text = '';
  let isClosed = false;
  const socket: Socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
  });
  socket.on('data', (piece) => {
    if (text.length < BEGINNING) text += piece.toString('latin1');
    if (socket.bytesRead >= reads) socket.pause();
  });
  const headers = { host: hostname, authorization: `Bearer ${token}`, ...sent.headers };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${sent.method} ${sent.path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  if (sent.body) socket.write(sent.body);
  return {
    status: () => {
      const [, status] = STATUS.exec(text) ?? [];
      return status === undefined ? undefined : Number(status);
    },
    text: () => text,
    isClosed: () => isClosed,
    end: () => socket.destroy(),
  };
}

/** A chunk of a body whose length is not declared (RFC 9112, 7.1). */
export const chunk = (bytes: number): Uint8Array =>
  Buffer.concat([Buffer.from(`${bytes.toString(16)}\r\n`), Buffer.alloc(bytes, 0x20), Buffer.from('\r\n')]);
