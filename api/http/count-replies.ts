/** Charges the memory of a reply to its user until the last byte is sent. */
import { Readable } from 'node:stream';
import { clientNetwork } from './client-network.ts';
import { type Ledger, REQUEST_BYTES } from './ledger.ts';
import { endIfSlow } from './pace.ts';
import type { AppMiddleware, RequestContext } from './request.ts';

/** A larger reply is sent in pieces, so that it shows how fast its client takes them. */
const PIECE_BYTES = 64 * 1024;
/** Pieces that a stream and its compression have under way. */
const STREAM_BYTES = 512 * 1024;

const MOST_LISTENERS = 20;

/** Pages count as well; replies of threads, and event streams, see to themselves. */
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
    // A refused reply would not undo the change that the request made.
    if (ctx.method === 'GET') holding.take(bytes);
    else holding.add(bytes);
  } catch (error) {
    stream?.destroy();
    throw error;
  }
  // Log, metrics, trace, ledger and pace wait for its end, beside what Node adds for a stream.
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
