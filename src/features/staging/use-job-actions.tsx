import { useNavigate } from 'react-router-dom';
import { messages } from '#contract/kit/messages.ts';
import type { UserRole } from '#contract/people/users.ts';
import { type JobAction, type JobActionKey, jobAction } from '#domain/staging/job-actions.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { useSession } from '#src/entities/session/session.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import type { JobName } from '#src/workers/grid/grid-api.ts';
import type { Wish } from './actions/sheet.ts';
import type { Staging } from './use-staging.ts';

/** Above this many rows, the user must confirm a question with the number. */
const cautionAbove = 100;
/** Jobs that a question names one by one. */
const namedAtMost = 5;

const words = (action: JobAction) => (count: number) => `${counted(count, action.noun ?? 'job')} ${action.done}`;
/** The documented words for a hold or hide that failed. */
const failedWords = (why: string) => messages.failedBecause({ message: why });

/** Selects exactly these jobs. */
type Select = { readonly select: (ids: readonly number[]) => void };

/** Applies an action to the jobs it is allowed for, after a confirmation if undo is not enough. `open` shows the sheet of an action. */
export function useJobActions({ client, states, target, select }: Staging & Select, open: (wish: Wish) => void) {
  const changes = useChanges();
  const { may, customer, role } = useSession();
  const navigate = useNavigate();

  const act = async (key: JobActionKey, ids: readonly number[], text?: string): Promise<void> => {
    const action = jobAction(key);
    // A pasted block may name its jobs itself.
    if (!may(action.needs) || (ids.length === 0 && key !== 'paste')) return;
    if ((key === 'post' || key === 'recreate') && !target)
      return void toast.warning({ title: 'No targets to post to', detail: 'Connect one under Post to, Targets.' });
    if (key === 'assignToMe' && role.customerId !== customer.id)
      return void toast.warning({
        title: `Jobs are assigned to people of ${customer.name}`,
        detail: 'You work there as a guest. Choose one of its people under Assign….',
      });
    // Its sheet says itself which jobs are left out, and why.
    if (key === 'post' || key === 'paste') return open({ key, ids, leftOut: 0, ...(text !== undefined && { text }) });
    const allowed = await client.idsAmong(ids, action.where(states));
    const leftOut = ids.length - allowed.length;
    if (allowed.length === 0) {
      toast.warning({ title: 'Nothing was changed', detail: `${counted(ids.length, 'job')} ${action.blocked}.` });
      return;
    }
    const [job] = allowed;
    if (key === 'submit')
      return job === undefined || ids.length > 1 ? oneOnly() : void navigate(pathTo('/sendCaregiver', {}, { job }));
    if (action.asks === 'sheet' || action.command === null) return open({ key, ids: allowed, leftOut });
    const names = () => client.namesOf(allowed.slice(0, namedAtMost));
    if (action.asks === 'question' || allowed.length > cautionAbove) {
      const children = key === 'cancel' ? await client.childrenAmong(allowed, action.where(states)) : [];
      const open = { count: children.length, names: await client.namesOf(children.slice(0, namedAtMost)) };
      const answer = await agreed(key, allowed.length, leftOut, await names(), customer.name, open);
      if (answer === 'select') return select([...allowed, ...children]);
      if (answer !== 'do') return;
    }
    const failed = action.needs === 'jobs.hold' ? failedWords : undefined;
    const done = key === 'reopen' ? (count: number) => `${words(action)(count)}. Checking with the vendor` : words(action);
    const outcome = await changes.makeForAll(action.command as 'job.hold.v1', allowed, restOf(key, role), done, failed);
    // The service asks the vendor as soon as it has the change.
    if (key === 'reopen' && outcome.done.length > 0) for (const ms of checkSeenMs) setTimeout(() => longWorkNews.begun(), ms);
  };
  return { act, changes };
}

/** A caregiver is put forward for one job at a time. */
const oneOnly = (): void =>
  void toast.warning({ title: 'Choose one job', detail: 'A caregiver is submitted to one job at a time.' });

/** The values of a change that all its jobs share. */
const restOf = (key: JobActionKey, role: UserRole): object => {
  if (key === 'assignToMe') return { userId: role.userId, name: role.name };
  return key === 'unassign' ? { userId: null, name: null } : {};
};

/** When to look for the check of reopened orders. It starts once the change is sent. */
const checkSeenMs = [1000, 4000];

const questions: Partial<Record<JobActionKey, { verb: string; noun: string; keep: string | null; means: string | null }>> = {
  assignToMe: { verb: 'Assign yourself', noun: 'job', keep: null, means: null },
  cancel: {
    verb: 'Cancel',
    noun: 'order',
    keep: 'Keep',
    means: 'Canceled here and, where posted, in the ATS. You can reopen them.',
  },
  reopen: {
    verb: 'Reopen',
    noun: 'order',
    keep: 'Leave',
    means: 'Open again with the vendor’s status, and ready to post again.',
  },
};

/** Shifts and positions of the orders that stay open: how many, and the first by name. */
type OpenChildren = { readonly count: number; readonly names: readonly JobName[] };

type Answer = 'do' | 'keep' | 'select';

/** Asks before an action that reaches far, with the names of the jobs. */
async function agreed(
  key: JobActionKey,
  allowed: number,
  left: number,
  names: readonly JobName[],
  customer: string,
  open: OpenChildren,
): Promise<Answer> {
  const { label, look, blocked } = jobAction(key);
  const { verb, noun, keep, means } = questions[key] ?? { verb: label, noun: 'job', keep: null, means: null };
  const what = counted(allowed, noun);
  const from = document.activeElement;
  const answer = await ask<string>({
    title: `${verb} ${what} for ${customer}?`,
    body: (
      <>
        <ul className="job-names">
          {names.map(({ id, providerJobId, facility, title }) => (
            <li key={id}>
              <b className="mono">{providerJobId}</b> {facility ?? title}
            </li>
          ))}
          {allowed > names.length && <li className="muted">and {(allowed - names.length).toLocaleString('en-US')} more</li>}
        </ul>
        {means && <p>{means}</p>}
        {open.count > 0 && (
          <p>
            {counted(open.count, 'shift or position', 'shifts or positions')} of {allowed === 1 ? 'it' : 'them'} will not be
            canceled: {open.names.map(({ providerJobId }) => providerJobId).join(', ')}
            {open.count > open.names.length && ` and ${(open.count - open.names.length).toLocaleString('en-US')} more`}.
          </p>
        )}
        {left > 0 && (
          <p>
            {left.toLocaleString('en-US')} {blocked} and will not change.
          </p>
        )}
      </>
    ),
    choices: {
      do: { words: `${verb} ${what}`, tone: look === 'danger' ? 'danger' : 'primary' },
      ...(open.count > 0 && { select: { words: `Select all ${counted(allowed + open.count, 'order')}` } }),
      keep: { words: keep ? `${keep} ${allowed === 1 ? noun : `${noun}s`}` : 'Go back' },
    },
    safe: 'keep',
  });
  // The dialog took the focus from the grid: give it back.
  if (from instanceof HTMLElement && from.isConnected) setTimeout(() => from.focus({ preventScroll: true }));
  return answer as Answer;
}
