import { useState } from 'react';
import { decideWaitingList, listWaitingLists, type WaitingList } from '#contract/posting/waiting-lists.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';

const names = { facility: 'clients', degree: 'degrees', specialty: 'specialties', shift: 'shifts' } as const;
const shown = 5;

type ListsProps = {
  readonly row: TargetRow;
  /** When the last sync ended: it may have left one. */
  readonly since: string | null;
  readonly onDecided: () => void;
};

/** Lists that lost more than a third of their values in a sync, each with its two choices. Nothing where none waits. */
export function WaitingLists({ row, since, onDecided }: ListsProps) {
  const cust = useSession().customer.id;
  const { reply, refresh } = useReply(listWaitingLists, { cust, target: row.id }, { since });
  const decided = () => {
    refresh();
    onDecided();
  };
  return reply?.map((list) => <Waits key={list.kind} row={row} list={list} onDecided={decided} />);
}

type WaitsProps = { readonly row: TargetRow; readonly list: WaitingList; readonly onDecided: () => void };

function Waits({ row, list, onDecided }: WaitsProps) {
  const call = useCall();
  const cust = useSession().customer.id;
  const [busy, setBusy] = useState(false);
  const [all, setAll] = useState(false);
  const decide = async (choice: 'apply' | 'keep') => {
    if (choice === 'apply' && (await ask(questionOf(list))) !== 'apply') return;
    setBusy(true);
    const answer = await call(decideWaitingList, { cust, target: row.id, kind: list.kind, readAt: list.readAt, choice });
    setBusy(false);
    onDecided();
    if (!answer.ok) return toast.error({ title: 'Nothing was decided', detail: errorMessage(answer.error) });
    toast.success({
      title: choice === 'keep' ? 'Our list stays' : `${answer.value.removed.toLocaleString('en-US')} values removed`,
    });
  };
  return (
    <div className="target-waits">
      <div>
        <h3>{`${row.name} lists far fewer ${names[list.kind]}`}</h3>
        <p>
          {`${list.listed.toLocaleString('en-US')} instead of ${list.held.toLocaleString('en-US')}, read `}
          <Ago at={list.readAt} />
          {`. Applying it removes ${list.removed.toLocaleString('en-US')}, of which ${list.removedMapped.toLocaleString('en-US')} are mapped. Until you decide, our list stays.`}
        </p>
      </div>
      <div>
        <ul>
          {list.examples.slice(0, all ? undefined : shown).map(({ name, isMapped }, at) => (
            <li key={`${at} ${name}`}>{isMapped ? `${name} (mapped)` : name}</li>
          ))}
        </ul>
        {list.examples.length > shown && !all && (
          <button type="button" className="link-button" onClick={() => setAll(true)}>
            Show more
          </button>
        )}
      </div>
      <div className="target-modes">
        <OnlineButton variant="default" loading={busy} onClick={() => void decide('keep')}>
          Keep ours
        </OnlineButton>
        <OnlineButton variant="default" loading={busy} onClick={() => void decide('apply')}>
          Apply
        </OnlineButton>
      </div>
    </div>
  );
}

const questionOf = ({ removed, removedMapped }: WaitingList) => ({
  title: 'Apply the shorter list?',
  body: `${removed.toLocaleString('en-US')} values are removed, and ${removedMapped.toLocaleString('en-US')} mapped ones with them.`,
  choices: { apply: { words: 'Apply', tone: 'danger' as const }, keep: { words: 'Cancel' } },
  safe: 'keep' as const,
});
