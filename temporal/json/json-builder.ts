/**
 * Builds a parsed value from its text piece by piece: `JSON.parse` reads each run of whole members that is long enough
 * to be worth a call, so that no call is long. What is shorter than a piece is left to the piece around it.
 */
import { afterComma, isBlank, JsonError, keyOf, malformed, parseText, toText } from './json-text.ts';

/** A container that is still open. */
interface Frame {
  readonly isArray: boolean;
  /** Offset of its bracket. */
  readonly start: number;
  /** Offset from which its text is not yet read. */
  from: number;
  /** Offset of the comma before its newest member, or of its first member. */
  member: number;
  /** Whether members have been read. */
  hasRead: boolean;
  /** What has been read; absent while the container may still be part of a piece of its parent. */
  into?: unknown[] | Record<string, unknown>;
}

export class JsonBuilder {
  readonly #bytes: Uint8Array;
  readonly #begin: number;
  readonly #pieceBytes: number;
  readonly #frames: Frame[] = [];
  /** The whole value when it is large, and where its text ends. */
  #root: { readonly value: unknown; end: number } | undefined;

  /** Offsets must be told in ascending order from `begin`. All methods throw `JsonError`. */
  constructor(bytes: Uint8Array, begin: number, pieceBytes: number) {
    this.#bytes = bytes;
    this.#begin = begin;
    this.#pieceBytes = pieceBytes;
  }

  /** How many containers are open. */
  get depth(): number {
    return this.#frames.length;
  }

  open(at: number, isArray: boolean): void {
    this.#frames.push({ isArray, start: at, from: at + 1, member: at + 1, hasRead: false });
  }

  comma(at: number): void {
    const frame = this.#frames.at(-1);
    if (!frame) throw malformed(at);
    if (at - frame.from >= this.#pieceBytes) this.#read(frame, at);
    frame.member = at;
  }

  close(at: number, isArray: boolean): void {
    const frame = this.#frames.at(-1);
    if (frame?.isArray !== isArray) throw malformed(at);
    if (frame.into || at - frame.from >= this.#pieceBytes) this.#read(frame, at);
    this.#frames.pop();
    if (frame.into) this.#pass(at + 1);
  }

  /** A long string that was read elsewhere; its quotes stand at `start` and before `end`. */
  add(text: string, start: number, end: number): void {
    this.#place(text, start, this.#frames.length - 1);
    this.#pass(end);
  }

  /** The whole value; call it when all bytes have been seen. */
  end(): unknown {
    if (!this.#root) return parseText(this.#text(this.#begin, this.#bytes.length), 0);
    if (this.#frames.length > 0) throw new JsonError('malformed', 'Unexpected end of JSON input');
    if (!isBlank(this.#text(this.#root.end, this.#bytes.length))) throw malformed(this.#root.end);
    return this.#root.value;
  }

  #text(from: number, to: number): string {
    return toText(this.#bytes, from, to);
  }

  /** Reads the whole members of a container up to `to`. */
  #read(frame: Frame, to: number): void {
    const into = this.#opened(frame);
    const { isArray, from, hasRead } = frame;
    frame.from = to;
    const text = this.#text(from, to);
    const members = hasRead ? afterComma(text, from) : text;
    if (members === undefined) return;
    if (isBlank(members)) {
      if (hasRead) throw malformed(to);
      return;
    }
    frame.hasRead = true;
    const read = parseText(isArray ? `[${members}]` : `{${members}}`, from);
    if (!Array.isArray(into)) Object.assign(into, read);
    else if (Array.isArray(read)) for (const item of read) into.push(item);
  }

  /** Gives the container a value of its own, at its place in the one around it. */
  #opened(frame: Frame): NonNullable<Frame['into']> {
    if (frame.into) return frame.into;
    const into = frame.isArray ? [] : {};
    this.#place(into, frame.start, this.#frames.indexOf(frame) - 1);
    frame.into = into;
    return into;
  }

  /** Puts a large value, whose text begins at `start`, into the frame of that depth. */
  #place(value: unknown, start: number, depth: number): void {
    const frame = this.#frames[depth];
    if (!frame) {
      if (this.#root || !isBlank(this.#text(this.#begin, start))) throw malformed(start);
      this.#root = { value, end: this.#bytes.length };
      return;
    }
    this.#read(frame, frame.member);
    const into = this.#opened(frame);
    const before = this.#before(frame, start);
    if (Array.isArray(into)) {
      if (!isBlank(before)) throw malformed(start);
      into.push(value);
    } else if (typeof value === 'string' && isBlank(before))
      throw new JsonError('large', 'A key is too long');
    else into[keyOf(before, start)] = value;
  }

  /** What stands between the comma, if there must be one, and a value. */
  #before({ from, hasRead }: Frame, start: number): string {
    const text = this.#text(from, start);
    const before = hasRead ? afterComma(text, from) : text;
    if (before === undefined) throw malformed(start);
    return before;
  }

  /** Goes on behind a large value. */
  #pass(end: number): void {
    const parent = this.#frames.at(-1);
    if (parent) {
      parent.from = end;
      parent.hasRead = true;
    } else if (this.#root) this.#root.end = end;
  }
}
