/** A variable that changes nothing in the base: what is missing, and the names that are accepted. */
const FORMS =
  'Accepted: load* or demand*; fuel*, gas*, *price* or *cost*; wind*, solar* or renewable*; ' +
  '*line*, *transmission* or *limit*; generators.<name|*>.<field>; loads.<bus|*>.values; ' +
  'transmission_lines.<id|*>.<field>; renewables|storage|reserves.<name|*>.<field>; solver; mip_gap';

export class UnknownVariable extends Error {
  /** Name of the variable. */
  readonly variable: string;

  constructor(variable: string, missing: string) {
    super(`${variable}: ${missing}. ${FORMS}`);
    this.name = 'UnknownVariable';
    this.variable = variable;
  }
}
