import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { OnlineButton } from '#src/entities/session/online-button.tsx';

/** The other way to upload jobs: the link of a Google Sheet, which the service fetches. */
export function GoogleSheet({ busy, onLink }: { busy: boolean; onLink: (link: string) => void }) {
  const [link, setLink] = useState('');
  const [missing, setMissing] = useState(false);
  const read = () => {
    setMissing(link.trim() === '');
    if (link.trim() !== '') onLink(link.trim());
  };
  return (
    <form
      className="upload-sheet"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) read();
      }}
    >
      <TextInput
        label="From a Google Sheet"
        description="Paste the link of a sheet that anyone with the link can view. The tab of the link is read, or else the first tab."
        placeholder="https://docs.google.com/spreadsheets/d/…"
        type="url"
        value={link}
        error={missing && 'Paste the link of the sheet'}
        onChange={(event) => setLink(event.currentTarget.value)}
      />
      <OnlineButton variant="default" loading={busy} onClick={read}>
        Read sheet
      </OnlineButton>
    </form>
  );
}
