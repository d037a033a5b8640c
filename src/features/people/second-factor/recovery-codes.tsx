import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { saveText } from '#src/ui/save-file.ts';

/** New recovery codes. They are shown only here. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState(false);
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <section className="factor-setup" aria-label="Recovery codes">
      <p>
        <strong>Save your recovery codes now.</strong> Each signs you in once if you lose your phone or passkey. They are not
        shown again.
      </p>
      <ol className="factor-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="form-actions">
        <Button onClick={onDone}>I saved them</Button>
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button variant="default" onClick={() => saveText('jobdock-recovery-codes.txt', 'text/plain', text)}>
          Download
        </Button>
      </div>
    </section>
  );
}
