import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useOffline } from '../connection/connection.ts';
import { Dialog } from '../dialog/dialog.tsx';

type Props = { label: string; title: string; children: ReactNode };

/** A button that opens a dialog for a file, usually with an `UploadBox`. Disabled while offline. */
export function UploadDialog({ label, title, children }: Props) {
  const [open, setOpen] = useState(false);
  const offline = useOffline();
  return (
    <>
      <Button variant="default" disabled={offline} onClick={() => setOpen(true)}>
        {offline ? `${label} (online only)` : label}
      </Button>
      {open && (
        <Dialog title={title} dirty={false} size={640} onClose={() => setOpen(false)}>
          {() => children}
        </Dialog>
      )}
    </>
  );
}
