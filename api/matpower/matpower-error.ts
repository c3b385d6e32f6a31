/** Why a file is no MATPOWER case, and where. */
export class MatpowerError extends Error {
  /** 1-based. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(`Line ${line}: ${message}`);
    this.name = 'MatpowerError';
    this.line = line;
  }
}
