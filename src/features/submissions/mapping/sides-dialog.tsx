import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useOffline } from '#src/ui/connection/connection.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';

export type Side = 'source' | 'target';
/** A side of a mapping that can be deleted, and what it says there. */
type SideChoice = { readonly side: Side; readonly label: string; readonly detail: string };

type Props = {
  title: string;
  choices: readonly SideChoice[];
  /** Whether the deletion is queued without a connection. */
  worksOffline?: boolean;
  /** Deletes the chosen sides. Returns whether they are gone. */
  onDelete: (sides: readonly Side[]) => Promise<boolean>;
  onClose: () => void;
};

/** Asks which sides of a mapping to delete. With none chosen it only closes (documented). */
export function SidesDialog({ title, choices, worksOffline = false, onDelete, onClose }: Props) {
  const [sides, setSides] = useState<readonly Side[]>([]);
  const [busy, setBusy] = useState(false);
  const offline = useOffline() && !worksOffline;
  const remove = async () => {
    if (sides.length === 0) return onClose();
    setBusy(true);
    const isGone = await onDelete(sides);
    setBusy(false);
    if (isGone) onClose();
  };
  const toggle = (side: Side) => setSides(sides.includes(side) ? sides.filter((other) => other !== side) : [...sides, side]);
  return (
    <Dialog title={title} dirty={sides.length > 0} size={520} onClose={onClose}>
      {(close) => (
        <div className="sides">
          <p>Choose which side to delete. Submissions that were sent stay as they are.</p>
          {choices.map(({ side, label, detail }) => (
            <Checkbox
              key={side}
              label={label}
              description={detail}
              checked={sides.includes(side)}
              onChange={() => toggle(side)}
            />
          ))}
          <div className="form-actions">
            <Button
              {...(sides.length > 0 && { color: 'red' })}
              loading={busy}
              disabled={offline && sides.length > 0}
              onClick={() => void remove()}
            >
              {sides.length === 0 ? 'Delete nothing' : sides.length === 1 ? 'Delete this side' : 'Delete both sides'}
            </Button>
            <Button variant="default" data-autofocus onClick={close}>
              Cancel
            </Button>
            {offline && <span className="muted">Deleting needs a connection.</span>}
          </div>
        </div>
      )}
    </Dialog>
  );
}
