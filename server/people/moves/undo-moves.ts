import type { Tx } from '#server/kit/db/connection.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import { holdCustomers } from '../roles/person-states.ts';
import { holdBelongings, moveSource, type SourceMove } from './move-source.ts';
import { changedParts, type Prints, readPrints } from './prints.ts';

/** A move that was made: the source's name, and what it was like at the child when it arrived. */
export type MadeMove = { readonly move: SourceMove; readonly name: string; readonly prints: Prints };

/** `words` has a sentence for each source that cannot go back. Then nothing was changed. Empty if all are back. */
type UndoResult = { readonly words: readonly string[] };

/** A source cannot go back after others have: the transaction must not commit. */
export class CannotUndo extends Error {
  readonly words: readonly string[];
  constructor(words: readonly string[]) {
    super(words.join(' '));
    this.words = words;
  }
}

/**
 * Moves all sources back, or none: one transaction, so that nothing can change between the check of the first and the move of the last.
 * It is refused if anything of them was changed or posted at the child since. The transaction must be limited to both customers. Throws
 * `CannotUndo` where something else keeps a source at the child.
 */
export async function undoMoves(tx: Tx, secrets: Pick<Secrets, 'put' | 'take'>, moves: readonly MadeMove[]): Promise<UndoResult> {
  await holdCustomers(
    tx,
    moves.flatMap(({ move }) => [move.from, move.to]),
  );
  // Rows before feeds: the move of the first source holds both feeds.
  for (const { move } of moves) await holdBelongings(tx, { from: move.to, sourceId: move.sourceId });
  const words: string[] = [];
  for (const { move, name, prints } of moves) {
    const parts = changedParts(prints, await readPrints(tx, move.to, move.sourceId));
    if (parts.length > 0) words.push(`${name}: its ${parts.join(', ')} changed since the move.`);
  }
  if (words.length > 0) return { words };
  for (const { move, name } of moves) {
    const targets = new Map([...move.targets].map(([at, there]) => [there, at]));
    const result = await moveSource(tx, secrets, { ...move, from: move.to, to: move.from, targets });
    if (!result.moved) throw new CannotUndo([`${name}: ${result.words}`]);
  }
  return { words: [] };
}
