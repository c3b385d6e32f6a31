/** Why a file cannot be imported, and where in it. */
export class ImportError extends Error {
  /** Keys and positions from the root of the file on. */
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[], message: string) {
    super(message);
    this.name = 'ImportError';
    this.path = path;
  }
}
