/** A mixed-integer linear program, written row by row as CPLEX LP text for the reference solver. */
/** Variable -> coefficient. */
export type Terms = Readonly<Record<string, number>>;
type Sense = '<=' | '>=' | '=';

interface Column {
  readonly lower: number;
  readonly upper: number;
  readonly cost: number;
  readonly binary: boolean;
}

export class LinearProgram {
  readonly #columns = new Map<string, Column>();
  readonly #rows = new Map<string, string>();

  constructor() {
    this.variable('one', 1, 1);
  }

  variable(name: string, lower: number, upper: number, cost = 0): string {
    this.#columns.set(name, { lower, upper, cost, binary: false });
    return name;
  }

  binary(name: string, lower = 0, upper = 1): string {
    this.#columns.set(name, { lower, upper, cost: 0, binary: true });
    return name;
  }

  row(name: string, terms: Terms, sense: Sense, rhs: number): void {
    if (!Number.isFinite(rhs)) return;
    this.#rows.set(name, ` ${name}: ${write(terms)} ${sense} ${rhs}`);
  }

  addCost(name: string, cost: number): void {
    const column = this.#columns.get(name);
    if (!column) throw new RangeError(`no column ${name}`);
    this.#columns.set(name, { ...column, cost: column.cost + cost });
  }

  clearCosts(): void {
    for (const [name, column] of this.#columns) this.#columns.set(name, { ...column, cost: 0 });
  }

  /** Adds an upper limit that no optimal solution reaches, for numerical reasons. */
  limit(name: string, upper: number): void {
    const column = this.#columns.get(name);
    if (column) this.#columns.set(name, { ...column, upper: Math.min(column.upper, upper) });
  }

  drop(row: string): void {
    this.#rows.delete(row);
  }

  /** Names of the rows that match a pattern. */
  named(form: RegExp): string[] {
    return [...this.#rows.keys()].filter((name) => form.test(name));
  }

  get binaries(): string[] {
    return [...this.#columns].filter(([, column]) => column.binary).map(([name]) => name);
  }

  /** The program as LP text. `fixed`: values to which binaries are fixed; they are then continuous. */
  text(fixed?: ReadonlyMap<string, number>): string {
    const columns = [...this.#columns];
    const costs = columns.flatMap(([name, { cost }]) => (cost === 0 ? [] : [[name, cost] as const]));
    const bounds = columns.map(([name, { lower, upper }]) => {
      const value = fixed?.get(name);
      return value === undefined
        ? ` ${bound(lower)} <= ${name} <= ${bound(upper)}`
        : ` ${value} <= ${name} <= ${value}`;
    });
    const general = fixed ? [] : ['General', ...this.binaries.map((name) => ` ${name}`)];
    return [
      'Minimize',
      ` obj: ${write(Object.fromEntries(costs))}`,
      'Subject To',
      ...this.#rows.values(),
      'Bounds',
      ...bounds,
      ...general,
      'End',
      '',
    ].join('\n');
  }
}

const bound = (value: number): string =>
  Number.isFinite(value) ? String(value) : value > 0 ? '+inf' : '-inf';

const write = (terms: Terms): string =>
  Object.entries({ ...(Object.keys(terms).length === 0 && { one: 0 }), ...terms })
    .map(([name, coefficient]) => `${coefficient < 0 ? '-' : '+'} ${Math.abs(coefficient)} ${name}`)
    .join(' ');
