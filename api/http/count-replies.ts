/** Charges the memory of a reply to its user until the last byte is sent. */
import { Readable } from 'node:stream';
import { clientNetwork } from './client-network.ts';
import { type Ledger, REQUEST_BYTES } from './ledger.ts';
import { endIfSlow } from './pace.ts';
import type { AppMiddleware, RequestContext } from './request.ts';

/** Replies above this size are sent in pieces, so that a slow client can be detected. */
const PIECE_BYTES = 64 * 1024;
/** Memory of a stream and its compression, bytes: the pieces in transit. */
const STREAM_BYTES = 512 * 1024;

const MOST_LISTENERS = 20;

/**
 * Middleware that counts the replies of this process, pages included. Replies of threads and event streams are counted
 * elsewhere.
 */
export const countReplies =
  (ledger: Ledger): AppMiddleware =>
  async (ctx, next) => {
    await next();
    if (ctx.compress === false) return;
    const body = typeof ctx.body === 'string' ? Buffer.from(ctx.body) : ctx.body;
    if (body instanceof Readable) hold(ctx, ledger, STREAM_BYTES + (ctx.state.streamBytes ?? 0), body);
    else if (Buffer.isBuffer(body)) {
      hold(ctx, ledger, body.length);
      if (body.length > PIECE_BYTES) sendInPieces(ctx, body);
    }
  };

function hold(ctx: RequestContext, ledger: Ledger, bytes: number, stream?: Readable): void {
  const holding = ctx.state.holding ?? ledger.open(clientNetwork(ctx.ip), ctx.res);
  holding.become(REQUEST_BYTES);
  try {
    // Only reads are refused: when a change is answered, it has already been made.
    if (ctx.method === 'GET') holding.take(bytes);
    else holding.add(bytes);
  } catch (error) {
    stream?.destroy();
    throw error;
  }
  // Raises the limit of listeners: several middlewares listen for the end of the reply, and so do the streams of Node.
  ctx.res.setMaxListeners(MOST_LISTENERS);
  endIfSlow(ctx.res);
}

function sendInPieces(ctx: RequestContext, whole: Buffer): void {
  const { type, status } = ctx;
  ctx.body = Readable.from(piecesOf(whole));
  Object.assign(ctx, { type, status, length: whole.length });
}

function* piecesOf(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += PIECE_BYTES) yield whole.subarray(at, at + PIECE_BYTES);
}
