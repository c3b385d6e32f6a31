/** Records of a RAW file. Fields have the names of the manual; errors state section, line and column. */
import { FieldReader } from '../base/fields.ts';
import { ImportError, type Place, type ReportBuilder } from '../base/report.ts';

export const REVISIONS = [33, 34, 35] as const;
export type Revision = (typeof REVISIONS)[number];

const list = (names: string): readonly string[] => names.split(' ');
const RATES = 'RATE1 RATE2 RATE3 RATE4 RATE5 RATE6 RATE7 RATE8 RATE9 RATE10 RATE11 RATE12';
const WINDING_ENDS = 'RMA RMI VMA VMI NTP TAB CR CX CNXA';

const OWNERS = 'O1 F1 O2 F2 O3 F3 O4 F4';

/** Kind of record -> field names, from the Data Formats Reference Manual, Power Flow Data File. */
export const columnsOf = (rev: Revision) => {
  const rates = rev === 33 ? 'RATE1 RATE2 RATE3' : RATES;
  return {
    bus: list('I NAME BASKV IDE AREA ZONE OWNER VM VA NVHI NVLO EVHI EVLO'),
    load: list(
      `I ID STATUS AREA ZONE PL QL IP IQ YP YQ OWNER SCALE INTRPT${rev === 33 ? '' : ' DGENP DGENQ DGENM LOADTYPE'}`,
    ),
    shunt: list('I ID STATUS GL BL'),
    generator: list(
      `I ID PG QG QT QB VS IREG ${rev === 35 ? 'NREG ' : ''}MBASE ZR ZX RT XT GTAP STAT RMPCT PT PB ${rev === 35 ? 'BASLOD ' : ''}${OWNERS} WMOD WPF`,
    ),
    branch: list(`I J CKT R X B ${rev === 33 ? '' : 'NAME '}${rates} GI BI GJ BJ ST MET LEN ${OWNERS}`),
    switching: list(`I J CKT X ${RATES} STAT NSTAT MET STYPE NAME`),
    transformer: list(`I J K CKT CW CZ CM MAG1 MAG2 NMETR NAME STAT ${OWNERS} VECGRP ZCOD`),
    impedance: list('R1-2 X1-2 SBASE1-2 R2-3 X2-3 SBASE2-3 R3-1 X3-1 SBASE3-1 VMSTAR ANSTAR'),
    winding: list(`WINDV NOMV ANG ${rates} COD CONT ${rev === 35 ? 'NODE ' : ''}${WINDING_ENDS}`),
    area: list('I ISW PDES PTOL ARNAME'),
    dcLine: list('NAME MDC RDC SETVL VSCHD VCMOD RCOMP DELTI METER DCVMIN CCCITMX CCCACC'),
    converter: list('BUS NB ANMX ANMN RC XC EBAS TR TAP TMX TMN STP IC ND IF IT ID XCAP'),
  } as const;
};
export type RecordKind = keyof ReturnType<typeof columnsOf>;

/** A line of data, split into fields at commas or blanks; '' for an empty field. */
export interface DataLine {
  readonly line: number;
  readonly fields: readonly string[];
}

/** Largest accepted quantity, beyond any power system. */
const LARGEST = 1e12;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eEdD][+-]?\d+)?$/;
/** Longest excerpt of a field in an error message, characters. */
const SHOWN = 40;

export function rawError(section: string, line: number, column: string, message: string): ImportError {
  return new ImportError(
    [section, line, column],
    `Line ${line} (${section}), column '${column}': ${message}`,
  );
}

export class RawRecord extends FieldReader {
  readonly section: string;
  readonly line: number;
  readonly #fields: readonly string[];
  readonly #columns: readonly string[];

  constructor(
    report: ReportBuilder,
    section: string,
    { line, fields }: DataLine,
    columns: readonly string[],
  ) {
    super(report);
    this.section = section;
    this.line = line;
    this.#fields = fields;
    this.#columns = columns;
    const beyond = columns.length + 1;
    if (fields.length >= beyond)
      this.drop('warning', 'extra_fields', `Fields of ${section} beyond those of the format`, String(beyond));
  }

  place(column: string): Place {
    return [this.section, this.line, column];
  }

  refuse(column: string, message: string): never {
    throw rawError(this.section, this.line, column, message);
  }

  /** Text of a field; '' if it is empty. */
  text(column: string, fallback = ''): string {
    const position = this.#columns.indexOf(column);
    if (position >= this.#fields.length)
      this.change(
        'info',
        'short_record',
        `A short record of ${this.section} has defaults at its end`,
        column,
      );
    return this.#fields[position] || fallback;
  }

  /** Reads a number; an empty field has the default. */
  number(column: string, fallback = 0): number {
    const field = this.text(column);
    if (field === '') return fallback;
    const value = NUMBER.test(field) ? Number(field.replace(/d/i, 'e')) : Number.NaN;
    if (Number.isNaN(value)) this.refuse(column, `Should be a number, not '${field.slice(0, SHOWN)}'`);
    return Math.abs(value) <= LARGEST ? value : this.refuse(column, `Is too large: ${field.slice(0, SHOWN)}`);
  }

  limit(column: string, fallback = 0): number {
    return /^[+-]?inf(?:inity)?$/i.test(this.text(column))
      ? (this.text(column).startsWith('-') ? -1 : 1) * Number.POSITIVE_INFINITY
      : this.number(column, fallback);
  }

  /** Reads a bus number. In older files, a minus sign marks the metered end. */
  bus(column: string): number {
    const id = Math.abs(this.integer(column, 0));
    return id > 0 ? id : this.refuse(column, 'Should be the number of a bus');
  }
}
