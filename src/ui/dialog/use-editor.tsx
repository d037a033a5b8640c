import { Button } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { RowAction } from '../actions/row-action.ts';

/** The props of every editor form: the row to edit, and how to close the form. */
export type EditorProps<T> = { row: T; onClose: () => void };

export type Editor<T> = {
  /** Opens the form for a row. */
  open: (row: T) => void;
  /** The dialog while it is open. Render it at the end of the screen. */
  dialog: ReactNode;
  /** A row action that opens the form. */
  action: (label: string, more?: Partial<RowAction<T>>) => RowAction<T>;
  /** A button that opens the form for a new row. */
  add: (label: string, blank: T) => ReactNode;
};

/** A form in a dialog over its list. `props` are the form's props besides its row. */
export function useEditor<T, P extends object = object>(Form: ComponentType<EditorProps<T> & P>, props: P): Editor<T> {
  // The turn count makes opening the same row again start a new form.
  const [edited, setEdited] = useState<{ row: T; turn: number } | null>(null);
  const open = (row: T) => setEdited((before) => ({ row, turn: (before?.turn ?? 0) + 1 }));
  return {
    open,
    dialog: edited && <Form key={edited.turn} {...props} row={edited.row} onClose={() => setEdited(null)} />,
    action: (label, more = {}) => ({ label, run: open, ...more }),
    add: (label, blank) => <Button onClick={() => open(blank)}>{label}</Button>,
  };
}
