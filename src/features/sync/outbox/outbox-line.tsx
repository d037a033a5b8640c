import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowsLeftRight, IconCheck, IconClock, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { CommandArgs, CommandName, FieldConflict } from '#contract/commands/commands.ts';
import { commandNamed } from '#domain/commands/commands.ts';
import type { RowNames } from '#domain/commands/kit/wording.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { describeChange, reasonMessage, undoRefusal } from '#src/entities/change/describe-change.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import type { JournalEntry, OutboxEntry } from '#src/store/tables/tables.ts';
import { useMutate } from '#src/sync/hooks/use-mutate.ts';
import type { OutboxActions } from '#src/sync/hooks/use-outbox.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import { counted } from '#src/ui/format/format.ts';
import { Ago, useFormat } from '#src/ui/format/use-format.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { fieldName, pinsMovedBy } from './conflict-lines.ts';
import { EditValue } from './edit-value.tsx';

type Props = { entry: OutboxEntry; names: RowNames; outbox: OutboxActions; onResolve?: () => void };

/** One queued change: what it does, its age, how often it was tried, and its actions. */
export function OutboxLine({ entry, names, outbox, onResolve }: Props) {
  const [editing, setEditing] = useState(false);
  const { message, to } = describeChange(entry, names);
  const { parked } = entry;
  const fieldNames = useFieldNames();
  return (
    <li className="outbox-line" data-state={parked ? 'parked' : entry.state}>
      <Mark entry={entry} conflict={onResolve !== undefined} />
      <div className="outbox-words">
        <strong>{message}</strong>
        {parked && (
          <p className="outbox-reason">
            {onResolve ? conflictText(entry.name, parked.conflicts, fieldNames) : reasonMessage(parked)}
          </p>
        )}
        <p className="muted">
          <When entry={entry} />
        </p>
        {editing && <EditValue entry={entry} onEdit={(id, args) => outbox.edit(id, args)} onClose={() => setEditing(false)} />}
      </div>
      <Actions>
        {to && <Link to={to}>Open</Link>}
        {onResolve && (
          <Button size="xs" onClick={onResolve} aria-label={`Resolve: ${message}`}>
            Resolve
          </Button>
        )}
        {parked && !onResolve && <Retry entry={entry} outbox={outbox} message={message} />}
        {entry.state !== 'acked' && commandNamed(entry.name)?.corrects === 'value' && !editing && (
          <Button size="xs" variant="default" onClick={() => setEditing(true)} aria-label={`Edit: ${message}`}>
            Edit
          </Button>
        )}
        <TakeBack entry={entry} outbox={outbox} message={message} />
      </Actions>
    </li>
  );
}

type ActionProps = { entry: OutboxEntry; outbox: OutboxActions; message: string };

function Retry({ entry, outbox, message }: ActionProps) {
  const pins = pinsMovedBy(entry);
  const label = pins.length > 0 ? 'Accept and send' : 'Retry';
  const again = async () => {
    const done = await (pins.length > 0
      ? outbox.edit(entry.entry, { ...(entry.args as object), accepts: pins })
      : outbox.retry(entry.entry));
    if (!done.ok) toast.warning({ title: 'Not retried', detail: 'This change isn’t possible for the row in its current state.' });
  };
  return (
    <Button size="xs" variant="default" onClick={() => void again()} aria-label={`${label}: ${message}`}>
      {label}
    </Button>
  );
}

const mayBeThere = 'This change may have reached the service. Undo queues the opposite change after it.';

/** Discards a change that never left this device. One that may have reached the service can only be undone. */
function TakeBack({ entry, outbox, message }: ActionProps) {
  const mutate = useMutate();
  const { parked, sent, state } = entry;
  if (state === 'acked') return null;
  const drop = async () => {
    const done = await (parked ? outbox.discard(entry.entry) : outbox.undo(entry.entry));
    if (!done.ok) return void toast.warning({ title: 'Not discarded', detail: 'This change was already sent.' });
    // Undo restores the state: a parked change is parked again, a waiting one is queued again.
    const back = () =>
      void (parked ? outbox.putBack(entry) : mutate(entry.name as CommandName, entry.args as CommandArgs<CommandName>));
    toast.undo(`Discarded: ${message}`, back, { to: '/outbox' });
  };
  if (parked || !sent)
    return (
      <Button size="xs" variant="default" onClick={() => void drop()} aria-label={`Discard: ${message}`}>
        Discard
      </Button>
    );
  return outbox.canUndo(entry) ? <Undo entry={entry} outbox={outbox} message={message} tip={mayBeThere} /> : null;
}

/** Queues the opposite of a change that reached the service, or may have. */
function Undo({ entry, outbox, message, tip }: Omit<ActionProps, 'entry'> & { entry: Pick<OutboxEntry, 'entry'>; tip?: string }) {
  const undo = async () => {
    const done = await outbox.undo(entry.entry);
    if (done.ok) toast.success({ title: `Undone: ${message}` });
    else toast.warning({ title: 'Not undone', detail: undoRefusal(done.error) });
  };
  return (
    <Button
      size="xs"
      variant="default"
      onClick={() => void undo()}
      aria-label={`Undo: ${message}`}
      {...(tip && { 'data-tip': tip })}
    >
      Undo
    </Button>
  );
}

function conflictText(command: string, conflicts: readonly FieldConflict[], names: FieldNames): string {
  const who = [...new Set(conflicts.map(({ by }) => by).filter((by) => by !== null))];
  const fields = [...new Set(conflicts.map(({ field }) => fieldName(command, field, names)))].join(', ');
  return `${who.length > 0 ? who.join(' and ') : 'Someone else'} also changed ${fields}. Nothing was overwritten.`;
}

/** One change that the service accepted. */
export function SentLine({ entry, names, outbox }: { entry: JournalEntry; names: RowNames; outbox: OutboxActions }) {
  const { message, to } = describeChange(entry, names);
  const refused = entry.result?.refused ?? [];
  return (
    <li className="outbox-line" data-state="sent">
      <IconCheck size={18} aria-label="Sent" role="img" />
      <div className="outbox-words">
        <strong>{message}</strong>
        {refused.length > 0 && (
          <p className="outbox-reason">
            {counted(refused.length, 'row')} not changed: {refused[0]?.message}
          </p>
        )}
        <p className="muted">
          Sent <Ago at={entry.ackedAt} />
        </p>
      </div>
      <Actions>
        {to && <Link to={to}>Open</Link>}
        {outbox.canUndo(entry) && <Undo entry={entry} outbox={outbox} message={message} />}
      </Actions>
    </li>
  );
}

const Actions = ({ children }: { children: ReactNode }) => <div className="outbox-actions">{children}</div>;

function Mark({ entry, conflict }: { entry: OutboxEntry; conflict: boolean }) {
  if (conflict) return <IconArrowsLeftRight size={18} role="img" aria-label="Conflict" />;
  if (entry.parked) return <IconAlertTriangle size={18} role="img" aria-label="Needs attention" />;
  if (entry.state === 'sending') return <IconRefresh size={18} role="img" aria-label="Sending" />;
  if (entry.state === 'acked') return <IconCheck size={18} role="img" aria-label="Sent" />;
  return <IconClock size={18} role="img" aria-label="Queued" />;
}

function When({ entry }: { entry: OutboxEntry }) {
  const { nextTryAt } = useSyncState();
  const format = useFormat();
  const { tries, state, actor, createdAt } = entry;
  const next = state === 'waiting' && tries > 0 && nextTryAt ? `, next ${format.time(nextTryAt)}` : '';
  return (
    <>
      {actor}, <Ago at={createdAt} />
      {tries > 0 && ` · ${tries === 1 ? '1 try' : `${tries} tries`}${next}`}
    </>
  );
}
