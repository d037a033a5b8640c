import type { Question } from '../ask/ask.tsx';

/** Something that the user can do to a row: a button beside it, or an item in the overflow menu. */
export type RowAction<T> = {
  /** A verb, with "…" if a dialog opens first: "Edit", "Remove". */
  label: string | ((row: T) => string);
  run: (row: T) => unknown;
  /** False hides the action: it does not apply to the row, or the user lacks the right. */
  when?: ((row: T) => boolean) | boolean;
  /** Only the service can do this. While offline, the action is disabled and says so. */
  online?: boolean;
  danger?: boolean;
  /** A question to ask first. The action runs only after the choice `go`. */
  confirm?: (row: T) => Question<'go' | 'stay'>;
};

/** The actions of one row: the first one that is not dangerous is the button, the others go in the menu. */
export function arranged<T>(
  row: T,
  actions: readonly RowAction<T>[],
): { button: RowAction<T> | null; menu: readonly RowAction<T>[] } {
  const offered = actions.filter(({ when = true }) => (typeof when === 'function' ? when(row) : when));
  const button = offered.find(({ danger }) => !danger) ?? (offered.length === 1 ? offered[0] : undefined) ?? null;
  return { button, menu: offered.filter((action) => action !== button) };
}

/** The label of an action for this row. */
export const labelOf = <T>({ label }: RowAction<T>, row: T): string => (typeof label === 'function' ? label(row) : label);
