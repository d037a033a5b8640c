import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Passkey, removePasskey, renamePasskey } from '#contract/people/second-factor.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { submitting } from '#src/ui/form/submitting.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';

/** The user's passkeys, to rename and remove. */
export function PasskeyList({ passkeys, onChanged }: { passkeys: readonly Passkey[]; onChanged: () => void }) {
  const [renaming, setRenaming] = useState<string | null>(null);
  return (
    <ul className="factor-passkeys">
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          {renaming === passkey.id ? (
            <Rename passkey={passkey} onClose={() => setRenaming(null)} onChanged={onChanged} />
          ) : (
            <Shown passkey={passkey} onRename={() => setRenaming(passkey.id)} onChanged={onChanged} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Shown({ passkey, onRename, onChanged }: { passkey: Passkey; onRename: () => void; onChanged: () => void }) {
  const { name, host, createdAt, usedAt } = passkey;
  const call = useCall();
  const format = useFormat();
  const remove = async () => {
    if (!(await wantsRemoved(name))) return;
    const answer = await call(removePasskey, { id: passkey.id });
    if (!answer.ok) toast.error({ title: 'The passkey was not removed', detail: errorMessage(answer.error) });
    onChanged();
  };
  return (
    <>
      <div>
        <span>{name}</span>
        <p className="muted">
          For {host}. Added {format.date(createdAt)}, {usedAt === null ? 'never used' : `last used ${format.date(usedAt)}`}.
        </p>
      </div>
      <span className="factor-actions">
        <Button variant="subtle" size="compact-sm" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button variant="subtle" color="red" size="compact-sm" aria-label={`Remove ${name}`} onClick={() => void remove()}>
          Remove…
        </Button>
      </span>
    </>
  );
}

function Rename({ passkey, onClose, onChanged }: { passkey: Passkey; onClose: () => void; onChanged: () => void }) {
  const call = useCall();
  const [name, setName] = useState(passkey.name);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    const answer = await call(renamePasskey, { id: passkey.id, name });
    if (!answer.ok) return setProblem(errorMessage(answer.error));
    onChanged();
    return onClose();
  };
  return (
    <form className="factor-rename" noValidate onSubmit={submitting(save)}>
      <TextInput
        aria-label="Name of the passkey"
        autoFocus
        value={name}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit">Save name</Button>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}

const wantsRemoved = async (name: string) =>
  (await ask({
    title: `Remove the passkey “${name}”?`,
    body: 'It no longer signs you in to Jobdock. Remove it from your device as well.',
    choices: { remove: { words: 'Remove passkey', tone: 'danger' }, keep: { words: 'Keep it' } },
    safe: 'keep',
  })) === 'remove';
