import type { Question } from '../ask/ask.tsx';

/** Something that can be done to a row: a button beside it, or an item of the menu behind the dots. */
export type RowAction<T> = {
  /** A verb, with "…" where a dialog opens first: "Edit", "Remove". */
  label: string | ((row: T) => string);
  run: (row: T) => unknown;
  /** Leaves out the rows for which this makes no sense, and people who may not. */
  when?: ((row: T) => boolean) | boolean;
  /** Only the service can do it: without a connection the action says so. */
  online?: boolean;
  danger?: boolean;
  /** Asked before; only the choice `go` goes on. */
  confirm?: (row: T) => Question<'go' | 'stay'>;
};

/** The actions of one row: the first that is no danger is the button, the others stand in the menu. */
export function arranged<T>(
  row: T,
  actions: readonly RowAction<T>[],
): { button: RowAction<T> | null; menu: readonly RowAction<T>[] } {
  const offered = actions.filter(({ when = true }) => (typeof when === 'function' ? when(row) : when));
  const button = offered.find(({ danger }) => !danger) ?? (offered.length === 1 ? offered[0] : undefined) ?? null;
  return { button, menu: offered.filter((action) => action !== button) };
}

/** What an action is called for this row. */
export const labelOf = <T>({ label }: RowAction<T>, row: T): string => (typeof label === 'function' ? label(row) : label);
