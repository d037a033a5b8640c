import { ActionIcon } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import './report.css';

/** A text that is too long for a cell: an icon that opens it. */
export function LongText({ title, text }: { title: string; text: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ActionIcon size={24} aria-label={`Show ${title.toLowerCase()}`} data-tip={title} onClick={() => setOpen(true)}>
        <IconFileText size={16} aria-hidden />
      </ActionIcon>
      {open && (
        <Dialog title={title} size={720} dirty={false} onClose={() => setOpen(false)}>
          {() => <p className="report-text">{text}</p>}
        </Dialog>
      )}
    </>
  );
}
