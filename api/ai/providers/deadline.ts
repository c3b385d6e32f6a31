/** The provider was silent for longer than it may be. */
export class Deadline extends Error {
  constructor(limitMs: number) {
    super(`nothing for ${limitMs} ms`);
    this.name = 'Deadline';
  }
}
