/** A client of the chat socket. It records the messages in order, and the end of the socket. */
import { once } from 'node:events';
import type { RawData, WebSocket } from 'ws';
import type { ServerMessage } from '../../../api/analyst/socket/messages.ts';

export interface ChatClient {
  readonly socket: WebSocket;
  /** Close code, once the socket is closed. */
  readonly closed: Promise<number>;
  /** Sends an object as JSON, and anything else unchanged. */
  say(message: object | string | Buffer): void;
  /** The next message that has not been read. */
  next(): Promise<ServerMessage>;
  /** All messages up to the next `done` or `error`, which is included. */
  answer(): Promise<ServerMessage[]>;
}

export function toChatClient(socket: WebSocket): ChatClient {
  const waiting: ServerMessage[] = [];
  let wake = (): void => undefined;
  socket.on('message', (data: RawData) => {
    waiting.push(JSON.parse(String(data)));
    wake();
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(([code]) => {
    wake();
    return Number(code);
  });
  const next = async (): Promise<ServerMessage> => {
    for (;;) {
      const message = waiting.shift();
      if (message) return message;
      if (socket.readyState === socket.CLOSED) throw new Error('the socket was closed');
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    socket,
    closed,
    say: (message) =>
      socket.send(
        typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message),
      ),
    next,
    answer: async () => {
      const heard = [await next()];
      while (heard.at(-1)?.type === 'token' || heard.at(-1)?.type === 'tool') heard.push(await next());
      return heard;
    },
  };
}
