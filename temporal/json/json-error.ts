/** Why bytes are no JSON that is read: they are malformed, or hold more than anybody needs. */
export class JsonError extends Error {
  /** `malformed`: no JSON; `large`: more than is taken apart; `key`: a key that no object may have. */
  readonly kind: 'malformed' | 'large' | 'key';

  constructor(kind: JsonError['kind'], message: string) {
    super(message);
    this.name = 'JsonError';
    this.kind = kind;
  }
}
