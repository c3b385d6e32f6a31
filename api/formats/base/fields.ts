/**
 * Reads a record of a file field by field. Each call states the expected type and refuses a value of another type, with
 * the place of the field.
 */
import { type ImportSeverity, type Notes, notesAt, type Place, type ReportBuilder } from './report.ts';

export abstract class FieldReader {
  readonly report: ReportBuilder;

  constructor(report: ReportBuilder) {
    this.report = report;
  }

  abstract place(field: string): Place;

  /** Refuses a field; throws `ImportError`. */
  abstract refuse(field: string, message: string): never;

  /** A finite number. Any call that reads a number refuses an absent field unless it has a fallback. */
  abstract number(field: string, fallback?: number): number;

  /** A number that may be infinite. */
  abstract limit(field: string, fallback?: number): number;

  /** A limit of at least 0. */
  rating(field: string, fallback?: number): number {
    const value = this.limit(field, fallback);
    return value >= 0 ? value : this.refuse(field, `Should be 0 or more, not ${value}`);
  }

  integer(field: string, fallback?: number): number {
    const value = this.number(field, fallback);
    return Number.isSafeInteger(value) ? value : this.refuse(field, `Should be a whole number, not ${value}`);
  }

  /** A number of at least 0. */
  amount(field: string, fallback?: number): number {
    const value = this.number(field, fallback);
    return value >= 0 ? value : this.refuse(field, `Should be 0 or more, not ${value}`);
  }

  /** Reads a name and adds it to `usedNames`. `words`: subject of the message about a duplicate name. */
  takeName(field: string, name: string, usedNames: Set<string>, words: string): string {
    if (usedNames.has(name)) this.refuse(field, `${words} appears twice`);
    usedNames.add(name);
    return name;
  }

  /** Notes about one field. */
  at(field: string): Notes {
    return notesAt(this.report, ...this.place(field));
  }

  /** Notes that the field was converted. */
  change(severity: ImportSeverity, code: string, message: string, field: string): void {
    this.report.change(severity, code, message, this.place(field));
  }

  /** Notes that the field was dropped, because the service has no counterpart. */
  drop(severity: ImportSeverity, code: string, message: string, field: string): void {
    this.report.drop(severity, code, message, this.place(field));
  }
}
