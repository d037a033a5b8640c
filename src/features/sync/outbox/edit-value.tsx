import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type CommandArgs, commandArgs } from '#contract/commands/commands.ts';
import type { OutboxEntry } from '#src/store/tables/tables.ts';
import type { OutboxActions } from '#src/sync/hooks/use-outbox.ts';
import { submitting } from '#src/ui/form/submitting.ts';

/** The command whose object corrects its value. */
type Correctable = 'job.edit.v1';

type Props = { entry: OutboxEntry; onEdit: OutboxActions['edit']; onClose: () => void };

/** Another value for a change that was refused and lets its value be corrected (`corrects`). Blank is "not known", a date is written as yyyy-MM-dd. */
export function EditValue({ entry, onEdit, onClose }: Props) {
  const args = entry.args as CommandArgs<Correctable>;
  const [text, setText] = useState(args.value === null ? '' : String(args.value));
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    const typed = text.trim();
    const value = typed === '' ? null : args.field === 'startDate' ? typed : Number(typed);
    const parsed = commandArgs[entry.name as Correctable].safeParse({ ...args, value });
    if (!parsed.success)
      return setProblem(args.field === 'startDate' ? 'Enter the date as YYYY-MM-DD' : 'Enter a number that is 0 or more');
    const done = await onEdit(entry.entry, parsed.data);
    if (!done.ok) return setProblem('This change isn’t possible for the job in its current state');
    onClose();
  };
  return (
    <form className="edit-value" onSubmit={submitting(save)}>
      <TextInput
        size="xs"
        aria-label="New value"
        autoFocus
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button size="xs" type="submit">
        Save and queue
      </Button>
      <Button size="xs" variant="default" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
