/** A transition that an issue can take: the status that it leads to, and that status's category (new, indeterminate, done). */
export type Move = { readonly id: string; readonly name: string; readonly category: string };

/** What is taken first: the goal itself, else a step that is likely on the way to it. */
const order = { closed: ['done', 'indeterminate', 'new', 'undefined'], open: ['indeterminate', 'new', 'undefined'] } as const;

/**
 * The next transition on the way to a closed or an open issue, whatever the workflow calls its statuses. No status is visited twice.
 * Undefined if there is no way on.
 */
export function nextTransition(
  moves: readonly Move[],
  wanted: 'open' | 'closed',
  visited: ReadonlySet<string>,
): Move | undefined {
  const fresh = moves.filter(({ name }) => !visited.has(name));
  for (const category of order[wanted]) {
    const found = fresh.find((move) => move.category === category);
    if (found) return found;
  }
  return undefined;
}
