import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { clearLastSyncDate, type listTargetLists, type TargetList } from '#contract/posting/target-lists.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import type { Kept } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';

const names = { facility: 'Clients', degree: 'Degrees', specialty: 'Specialties', shift: 'Shifts' } as const;

type DatesProps = {
  readonly row: TargetRow;
  readonly lists: Kept<typeof listTargetLists>;
  /** False for a target whose lists come from files alone. */
  readonly readsDates: boolean;
};

/** How many values each list has, and when it was last read. */
export function ListDates({ row, readsDates, lists: { reply, problem } }: DatesProps) {
  if (!reply && problem !== null)
    return (
      <p role="status">
        {messages.listsNotRead} {problem}
      </p>
    );
  if (!reply) return <Waiting rows={2} label="Loading lists" />;
  const byChanges = reply.readsChanges.map((kind) => names[kind].toLowerCase()).join(' and ');
  return (
    <>
      <dl className="target-counts target-lists">
        {reply.lists.map((list) => (
          <div key={list.kind}>
            <dt>{names[list.kind]}</dt>
            <dd>
              {list.values.toLocaleString('en-US')}
              {readsDates && <LastRead list={list} />}
            </dd>
          </div>
        ))}
      </dl>
      {byChanges !== '' && (
        <p className="muted">
          Between nights, a sync reads only the {byChanges} that changed in {row.name}: it adds and changes, and removes nothing.
        </p>
      )}
    </>
  );
}

function LastRead({ list: { wholeAt, changesAt } }: { readonly list: TargetList }) {
  if (wholeAt === null) return <span className="target-when muted">No sync date</span>;
  return (
    <>
      <span className="target-when muted">
        Read whole <Ago at={wholeAt} />
      </span>
      {changesAt !== null && changesAt > wholeAt && (
        <span className="target-when muted">
          By changes <Ago at={changesAt} />
        </span>
      )}
    </>
  );
}

type ClearProps = { readonly row: TargetRow; readonly onCleared: () => void };

/** Lets the next sync read every list whole. */
export function ClearSyncDate({ row, onCleared }: ClearProps) {
  const call = useCall();
  const cust = useSession().customer.id;
  const [busy, setBusy] = useState(false);
  const clear = async () => {
    if ((await ask(questionOf(row))) !== 'clear') return;
    setBusy(true);
    const answer = await call(clearLastSyncDate, { cust, target: row.id });
    setBusy(false);
    onCleared();
    if (answer.ok) toast.success({ title: answer.value.message });
    else toast.error({ title: messages.failed, detail: errorMessage(answer.error) });
  };
  return (
    <OnlineButton variant="subtle" loading={busy} onClick={() => void clear()}>
      Clear last sync date
    </OnlineButton>
  );
}

const questionOf = ({ name }: TargetRow) => ({
  title: 'Clear the last sync date?',
  body: `The next sync reads every list of ${name} whole and removes values that it no longer lists. Until then, all values stay.`,
  choices: { clear: { words: 'Clear date', tone: 'primary' as const }, keep: { words: 'Cancel' } },
  safe: 'keep' as const,
});
