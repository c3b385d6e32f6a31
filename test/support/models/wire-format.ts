/** An answer of a language model, and how a provider writes it on the wire. */

export interface ScriptedAnswer {
  /** Pieces as they are streamed. */
  readonly text?: readonly string[];
  /** Arguments in fragments. */
  readonly toolCalls?: readonly {
    readonly id: string;
    readonly name: string;
    readonly arguments: readonly string[];
  }[];
  readonly usage?: { readonly prompt: number; readonly completion: number };
  readonly refused?: boolean;
}

export interface WireFormat {
  readonly path: string;
  /** Server-sent events of the answer. */
  frames(answer: ScriptedAnswer): string[];
}
