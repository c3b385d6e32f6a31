/** JSON text in pieces of some 100 kB: the text of a whole case in one call takes tenths of a second. */

/** Values in one piece, about. */
const PIECE_VALUES = 5000;

/** The text of `JSON.stringify(value)`. */
export function* jsonPieces(value: unknown): Generator<string, void, void> {
  if (!isLarge(value)) {
    yield JSON.stringify(value);
    return;
  }
  const isArray = Array.isArray(value);
  yield isArray ? '[' : '{';
  let separator = '';
  for (const { members, large } of batches(value)) {
    const text = JSON.stringify(isArray ? members.map(([, item]) => item) : Object.fromEntries(members));
    const inner = text.slice(1, -1);
    if (inner !== '') {
      yield separator + inner;
      separator = ',';
    }
    if (!large) continue;
    yield isArray ? separator : `${separator}${JSON.stringify(large[0])}:`;
    yield* jsonPieces(large[1]);
    separator = ',';
  }
  yield isArray ? ']' : '}';
}

type Member = readonly [key: string, value: unknown];

/** Small members that follow each other, and the large one that ends their row. */
interface Batch {
  readonly members: readonly Member[];
  readonly large?: Member;
}

function* batches(container: object): Generator<Batch> {
  let members: Member[] = [];
  let total = 0;
  for (const member of membersOf(container)) {
    const weight = weigh(member[1]);
    if (weight > PIECE_VALUES) yield { members, large: member };
    else {
      members.push(member);
      total += weight;
      if (total < PIECE_VALUES) continue;
      yield { members };
    }
    members = [];
    total = 0;
  }
  yield { members };
}

function* membersOf(container: object): Generator<Member> {
  if (Array.isArray(container)) for (const item of container) yield ['', item];
  else yield* Object.entries(container);
}

/** Whether a value takes more than one piece. */
export const isLarge = (value: unknown): value is object => isContainer(value) && weigh(value) > PIECE_VALUES;

/** How many values there are, all levels counted; of more than a piece holds, some number above that. */
function weigh(value: unknown): number {
  if (!isContainer(value)) return 1;
  // Listing the keys of a long array takes as long as writing it.
  if (Array.isArray(value) && value.length > PIECE_VALUES) return value.length;
  let weight = 1;
  for (const member of Object.values(value)) {
    weight += weigh(member);
    if (weight > PIECE_VALUES) break;
  }
  return weight;
}

/** What writes itself, as a date does, is no container. */
const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('toJSON' in value);
