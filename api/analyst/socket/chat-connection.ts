/**
 * One chat socket from admission to its end. Messages are answered one at a time, and each first consumes the user's
 * quota. The user's access is checked at every message and every beat. A slow or absent reader uses no resources.
 */
import type { RawData, WebSocket } from 'ws';
import type { NoteUse } from '../../accounts/gate.ts';
import { Conflict } from '../../http/errors.ts';
import { toApiError } from '../../http/middleware.ts';
import type { Chat, ChatWatch } from '../chat/chat.ts';
import {
  CHAT_MODULE,
  CHAT_ROUTE,
  type CheckStanding,
  type SocketDeps,
  type Standing,
} from './check-standing.ts';
import {
  CLOSE,
  type Close,
  doneMessage,
  errorMessage,
  readChatCall,
  type ServerMessage,
} from './messages.ts';
import type { Peer } from './upgrade.ts';

export interface ChatTimes {
  /** Interval of beats, ms: a ping, and a check of the user's access. */
  readonly beatMs: number;
  /** Longest time that a running answer may delay a stopping process, ms. */
  readonly graceMs: number;
  /** Longest wait for the client to confirm the close, ms. */
  readonly closeMs: number;
}

export interface ConnectionParts {
  readonly deps: SocketDeps;
  readonly chat: Chat;
  readonly checkStanding: CheckStanding;
  readonly noteUse: NoteUse;
  readonly times: ChatTimes;
}

/** Maximum number of bytes buffered for a client that reads slowly. */
const MAX_BUFFERED = 1024 * 1024;
/** Number of consecutive refused messages after which the socket is closed. */
const MAX_REFUSED = 50;

type KnownPeer = Peer & { readonly userId: string };

export class ChatConnection {
  readonly #socket: WebSocket;
  readonly #peer: KnownPeer;
  readonly #parts: ConnectionParts;
  readonly #timers: NodeJS.Timeout[] = [];
  /** Controller that aborts the running answer; null between answers. */
  #answering: AbortController | null = null;
  #isStopping = false;
  #isAlive = true;
  /** Number of consecutive refused messages. */
  #refused = 0;

  constructor(socket: WebSocket, peer: KnownPeer, parts: ConnectionParts) {
    this.#socket = socket;
    this.#peer = peer;
    this.#parts = parts;
  }

  /** Starts to serve the connection. `expiresAt`: expiry of the token; null if it does not expire. */
  start(expiresAt: Date | null): void {
    const { deps, times } = this.#parts;
    this.#socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    this.#socket.on('pong', () => {
      this.#isAlive = true;
    });
    this.#socket.once('close', () => this.#end());
    this.#timers.push(setInterval(() => this.#beat(), times.beatMs));
    if (expiresAt) {
      const leftMs = Math.max(0, expiresAt.getTime() - deps.now().getTime());
      this.#timers.push(setTimeout(() => this.#close(CLOSE.unauthenticated), leftMs));
    }
  }

  /** Ends the connection after the running answer. */
  stop(): void {
    this.#isStopping = true;
    if (!this.#answering) this.#close(CLOSE.goingAway);
    else this.#timers.push(setTimeout(() => this.#close(CLOSE.goingAway), this.#parts.times.graceMs));
  }

  #receive(data: RawData, isBinary: boolean): void {
    // Ignores messages received while the socket closes.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (isBinary) this.#close(CLOSE.notText);
    else if (this.#answering) void this.#turnAway();
    else void this.#answer(String(data));
  }

  async #turnAway(): Promise<void> {
    try {
      await this.#spend();
      throw new Conflict('Another message is being answered');
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  #spend(): Promise<unknown> {
    return this.#parts.deps.limits.general.consume(this.#peer.userId);
  }

  async #answer(text: string): Promise<void> {
    const answering = new AbortController();
    this.#answering = answering;
    try {
      await this.#ask(text, answering.signal);
    } catch (thrown) {
      if (!answering.signal.aborted) this.#fail(thrown);
    }
    this.#answering = null;
    if (this.#isStopping) this.#close(CLOSE.goingAway);
  }

  async #ask(text: string, signal: AbortSignal): Promise<void> {
    const { deps, chat, checkStanding, noteUse } = this.#parts;
    await this.#spend();
    const user = this.#admitted(await checkStanding(this.#peer.token, 'message'));
    if (!user) return;
    const call = await readChatCall(text);
    const { ip, userAgent } = this.#peer;
    const answer = await chat(call, { user, ip, userAgent, signal }, this.#watch);
    noteUse(user.userId, CHAT_MODULE, deps.now());
    this.#refused = 0;
    this.#send(doneMessage(answer));
  }

  readonly #watch: ChatWatch = {
    onToken: (content) => this.#send({ type: 'token', content }),
    onTool: (name) => this.#send({ type: 'tool', name }),
  };

  /** The user; null when access was refused and the socket closed. */
  #admitted(standing: Standing) {
    if (standing.user) return standing.user;
    if (standing.error) this.#send(errorMessage(standing.error));
    this.#close(standing.close);
    return null;
  }

  #fail(thrown: unknown): void {
    const error = toApiError(thrown);
    if (error.status >= 500) {
      this.#parts.deps.log.error({ err: thrown, route: CHAT_ROUTE }, 'message failed');
    }
    this.#send(errorMessage(error));
    if (error.status < 500 && ++this.#refused >= MAX_REFUSED) this.#close(CLOSE.refusedOften);
  }

  #send(message: ServerMessage): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_BUFFERED) this.#close(CLOSE.tooSlow);
    else this.#socket.send(JSON.stringify(message));
  }

  #beat(): void {
    if (!this.#isAlive) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
    const { checkStanding, deps } = this.#parts;
    checkStanding(this.#peer.token, 'beat').then(
      (standing) => this.#admitted(standing),
      // Without the database, access cannot be checked, and messages cannot be answered either.
      (error: unknown) => deps.log.warn({ err: error, route: CHAT_ROUTE }, 'standing was not looked up'),
    );
  }

  #close({ code, reason }: Close): void {
    this.#answering?.abort();
    this.#socket.close(code, reason);
  }

  #end(): void {
    this.#answering?.abort();
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
