import { type FocusEvent, useEffect, useRef } from 'react';
import { useHotkeys } from '#src/ui/hotkeys/use-hotkeys.tsx';
import type { GridClient } from '#src/workers/grid/grid-client.ts';
import type { WaitingRows } from '#src/workers/grid/lines/held-rows.ts';

export type HeldJobs = {
  readonly waiting: WaitingRows;
  /** Shows the rows as they are now. */
  readonly show: () => void;
  /** For the part of the screen in which the user works on rows. */
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent) => void;
};

/** While the user works in the rows, those that others add or take out wait until the user asks for them or goes elsewhere. */
export function useHeldRows(client: GridClient, waiting: WaitingRows): HeldJobs {
  const isHeld = useRef(false);
  const hold = (holds: boolean) => {
    isHeld.current = holds;
    client.hold(holds).catch(() => undefined); // ignore: the worker died; the next one is asked again
  };
  const show = () => hold(isHeld.current);
  useEffect(
    () => () => {
      isHeld.current = false;
      client.hold(false).catch(() => undefined); // ignore: as above
    },
    [client],
  );
  useHotkeys([
    { keys: 'n', words: 'Show new jobs', group: 'Staging', run: show, enabled: () => waiting.arrived + waiting.left > 0 },
  ]);
  return {
    waiting,
    show,
    onFocus: () => {
      if (!isHeld.current) hold(true);
    },
    onBlur: ({ currentTarget, relatedTarget }) => {
      // A dialog or menu is about the same rows. Without a next target, the window or nothing has the focus.
      if (!(relatedTarget instanceof Element) || currentTarget.contains(relatedTarget)) return;
      if (relatedTarget.closest('[role=dialog], [role=menu], [role=listbox], [data-held-rows]')) return;
      hold(false);
    },
  };
}
