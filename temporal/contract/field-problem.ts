/** One rejected field: where it is and what is wrong with it. */
export interface FieldProblem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  /** Machine-readable kind, for example `missing`, `float_type`, `enum`. */
  readonly type: string;
}
