import type { Chip, SingleChip } from './chip.ts';
import type { ParsedQuery, Place, Refused } from './parsed-query.ts';
import type { PlainWords } from './query-schema.ts';

/**
 * One part of a query's text: a chip, a part that cannot be used, a connecting `or`, or words that say nothing. Bare words and
 * bare states are marked, because `or` joins them only with their like.
 */
export type Piece = Place & {
  readonly text: string;
  readonly chip?: SingleChip;
  readonly refused?: Refused;
  readonly sort: 'state' | 'word' | 'other' | 'or' | 'filler';
};
type Joined = { chip: Chip; sort: Piece['sort'] } & Place;

/** Joins parts with `or` between them to one chip, and states in a row to one list. `plain` is needed for a lone `or`. */
export function joined(pieces: readonly Piece[], plain: PlainWords | undefined): ParsedQuery {
  const said = pieces.filter(({ sort }) => sort !== 'filler');
  const parts: Joined[] = [];
  for (let at = 0; at < said.length; at++) {
    const piece = said[at];
    if (!piece) break;
    if (piece.sort === 'or') at += takeOr(parts, said, at, piece, plain);
    else if (piece.chip) add(parts, piece, piece.chip, said[at - 1]?.sort === 'state');
  }
  return {
    chips: parts.map(({ chip, from, to }) => ({ ...chip, from, to })),
    problems: said.flatMap(({ refused, from, to, text }) =>
      refused ? [{ from, to, text, problem: refused.problem, ...(refused.nearest && { nearest: refused.nearest }) }] : [],
    ),
  };
}

function add(parts: Joined[], piece: Piece, chip: SingleChip, afterState: boolean): void {
  const last = parts.at(-1);
  const list = afterState && last && piece.sort === 'state' ? bothStates(last.chip, chip) : null;
  // A job is in one state, so states in a row are a list.
  if (last && list) parts[parts.length - 1] = { ...last, chip: list, to: piece.to };
  else parts.push({ chip, sort: piece.sort, from: piece.from, to: piece.to });
}

function bothStates(left: Chip, right: SingleChip): SingleChip | null {
  if (left.kind !== 'text' || right.kind !== 'text' || (right.not && !left.not)) return null;
  return { ...left, values: [...new Set([...left.values, ...right.values])] };
}

/** Reads an `or`. Returns how many of the following parts it has taken. */
function takeOr(parts: Joined[], said: readonly Piece[], at: number, or: Piece, plain: PlainWords | undefined): number {
  const [before, after] = [said[at - 1], said[at + 1]];
  const [last, next] = [parts.at(-1), after?.chip];
  if (before?.refused || after?.refused || before?.sort === 'or' || or.text.startsWith('|')) {
    if (!before?.chip || !last || !after || !next) return 0;
  }
  if (!last || !after || !next || isMixed(last, after)) {
    parts.push({ chip: alone(last !== undefined && after === undefined, plain), sort: 'word', from: or.from, to: or.to });
    return 0;
  }
  const list = last.sort === 'state' && after.sort === 'state' ? bothStates(last.chip, next) : null;
  if (list) parts[parts.length - 1] = { ...last, chip: list, to: after.to };
  // "not nights or weekends" wants neither.
  else if (or.text === 'or' && last.chip.not && last.sort === 'word' && after.sort === 'word') {
    parts.push({ chip: { ...next, not: true }, sort: 'word', from: or.from, to: after.to });
  } else {
    const of = last.chip.kind === 'any' ? [...last.chip.of, next] : [last.chip, next];
    parts[parts.length - 1] = { chip: { not: false, kind: 'any', of }, sort: after.sort, from: last.from, to: after.to };
  }
  return 1;
}

const isMixed = (left: Joined, right: Piece): boolean =>
  (left.sort === 'word' && right.sort === 'state') || (left.sort === 'state' && right.sort === 'word');

/** A lone `or` is an operating room; at the end it may also be Oregon: "portland or". */
function alone(isLast: boolean, plain: PlainWords | undefined): Chip {
  const word: SingleChip = { not: false, kind: 'word', text: 'or' };
  if (!isLast || !plain) return word;
  const state: SingleChip = { not: false, kind: 'text', field: plain.state, exact: true, values: ['OR'] };
  return { not: false, kind: 'any', of: [state, word] };
}
