import { Select } from '@mantine/core';
import { useState } from 'react';
import { listStatusTexts, saveStatusTexts } from '#contract/collecting/statuses.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { listStatusChoices } from '#contract/posting/statuses.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { unreadList } from '#src/entities/reply/failed-save.ts';
import { type Kept, useReply } from '#src/entities/reply/use-reply.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { AsOf } from '#src/ui/page/answered.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { useUnsavedWork } from '#src/ui/unsaved/unsaved-work.ts';
import './statuses.css';

type StatusText = ReplyOf<typeof listStatusTexts>[number];

/** What the vendor's status texts mean. New jobs with an unknown text wait on hold until somebody chooses its meaning here. */
export function TaskStatuses({ taskId, since }: { taskId: number; since: string | null }) {
  const { customer, may } = useSession();
  const answer = useReply(listStatusTexts, { cust: customer.id, task: taskId }, { since });
  const choices = useReply(listStatusChoices, { cust: customer.id }, { since });
  const { chosen, choose, save, problem } = useChoices(taskId, answer.reply ?? []);
  if (!answer.reply || !choices.reply)
    return (
      <Unread
        answer={answer.problem === null ? choices : answer}
        problem={unreadList(messages.statusListNotRead, answer.problem ?? choices.problem)}
      />
    );
  if (answer.reply.length === 0) return null;
  const offered = choices.reply.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <section className="task-statuses" aria-label="Vendor statuses">
      <h2>Vendor statuses</h2>
      <p className="muted">
        A new job with an unknown status waits on hold; a job that is staged already keeps its status. Choose what the vendor’s
        word means, and these jobs get it.
      </p>
      <ul className="card">
        {answer.reply.map((status) => (
          <li key={status.text}>
            <span className="status-text">
              {status.text} <Meaning status={status} />
            </span>
            <Select
              size="xs"
              aria-label={`Status for ${status.text}`}
              placeholder={status.readAs === null ? 'Not mapped' : `As read: ${status.readAs}`}
              clearable
              clearButtonProps={{ 'aria-label': `Clear the status for ${status.text}` }}
              data={offered}
              value={chosen(status) || null}
              onChange={(value) => choose(status, value ?? '')}
              disabled={!may('tasks.write')}
            />
          </li>
        ))}
      </ul>
      {problem !== null && <p role="alert">{problem}</p>}
      {may('tasks.write') && (
        <div>
          <OnlineButton variant="default" onClick={() => void save()}>
            Save statuses
          </OnlineButton>
        </div>
      )}
    </section>
  );
}

type UnreadProps = { answer: Pick<Kept<typeof listStatusTexts>, 'at' | 'refresh'>; problem: string | null };

/** The statuses of the task, or those that can be chosen, could not be read. */
const Unread = ({ answer: { at, refresh }, problem }: UnreadProps) =>
  problem === null ? <Waiting label="Loading statuses" /> : <AsOf at={at} refresh={refresh} problem={problem} />;

function Meaning({ status: { readAs, statusId, jobs } }: { status: StatusText }) {
  if (readAs === null && statusId === null)
    return <StateBadge tone="warn">{`Unknown, ${counted(jobs, 'job')} on hold`}</StateBadge>;
  return <span className="muted">{counted(jobs, 'job')}</span>;
}

/** What a person chose and has not saved yet. */
function useChoices(taskId: number, statuses: readonly StatusText[]) {
  const cust = useSession().customer.id;
  const send = useSend(saveStatusTexts, [listStatusTexts]);
  const [edits, setEdits] = useState<ReadonlyMap<string, string>>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const stored = ({ statusId }: StatusText) => (statusId === null ? '' : String(statusId));
  const changed = statuses.filter((status) => edits.has(status.text) && edits.get(status.text) !== stored(status));
  const save = async (): Promise<boolean> => {
    if (changed.length === 0) return true;
    const sent = changed.map(({ text }) => ({ text, statusId: Number(edits.get(text)) || null }));
    const answer = await send({ cust, task: taskId, statuses: sent });
    if (!answer.ok) {
      setProblem(errorMessage(answer.error));
      return false;
    }
    setEdits(new Map());
    setProblem(null);
    longWorkNews.begun();
    toast.success({ title: messages.saved, detail: 'Jobs that waited move in the background.' });
    return true;
  };
  useUnsavedWork(changed.length > 0, { what: 'the statuses of the vendor', save });
  return {
    problem,
    save,
    chosen: (status: StatusText) => edits.get(status.text) ?? stored(status),
    choose: ({ text }: StatusText, value: string) => setEdits((before) => new Map(before).set(text, value)),
  };
}
