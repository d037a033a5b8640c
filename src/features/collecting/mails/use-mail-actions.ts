import {
  acceptReceivedMail,
  listReceivedMails,
  type MailRow,
  readReceivedMail,
  refuseReceivedMail,
  reprocessReceivedMail,
} from '#contract/collecting/mails.ts';
import { messages } from '#contract/kit/messages.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { subjectOf } from '#src/entities/mail/subject-of.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useSession } from '#src/entities/session/session.ts';
import type { RowAction } from '#src/ui/actions/row-action.ts';
import type { Editor } from '#src/ui/dialog/use-editor.tsx';

type Action = RowAction<MailRow>;
/** Hears of an email that is read again. */
type Follow = (id: number) => void;

const refreshes = [listReceivedMails, readReceivedMail];
const ofMail = ({ customerId, id }: MailRow) => ({ cust: customerId, id });

/** What people can do with an email besides looking at it. */
export function useMailActions(follow: Follow, parser: Editor<MailRow>): readonly Action[] {
  const { administrator } = useSession();
  const decisions = useDecisions(follow);
  const readings = useReadings(follow);
  return [...decisions, ...readings, parser.action('Make a parser from this email…', { when: administrator, online: true })];
}

/** A queued reading begins at once. */
const following = (follow: Follow, ask: (mail: MailRow) => Promise<boolean>) => async (mail: MailRow) => {
  if (!(await ask(mail))) return;
  longWorkNews.begun();
  follow(mail.id);
};

/** For an email whose sender is not confirmed. */
function useDecisions(follow: Follow): readonly Action[] {
  const { may } = useSession();
  const accept = useDo(acceptReceivedMail, {
    args: ofMail,
    said: ({ message }, mail: MailRow) => ({ title: message, detail: subjectOf(mail) }),
    failed: 'Email not accepted',
    refreshes,
  });
  const putAside = useDo(refuseReceivedMail, {
    args: ofMail,
    said: (_reply, mail: MailRow) => ({ title: 'Email put aside', detail: subjectOf(mail) }),
    failed: 'Email not put aside',
    refreshes,
  });
  const when = ({ state }: MailRow) => may('tasks.write') && state === 'held';
  return [
    { label: 'Accept and read', run: following(follow, accept), when, online: true },
    {
      label: 'Put aside…',
      run: putAside,
      when,
      online: true,
      danger: true,
      confirm: (mail) => ({
        title: 'Put this email aside?',
        body: `“${subjectOf(mail)}” from ${mail.from} stays in the history and is not read.`,
        choices: { go: { words: 'Put email aside', tone: 'danger' }, stay: { words: 'Go back' } },
        safe: 'stay',
      }),
    },
  ];
}

/** For an email that was read, or could not be. */
function useReadings(follow: Follow): readonly Action[] {
  const { administrator } = useSession();
  const options = {
    said: ({ message }: { message: string }, mail: MailRow) => ({ title: message, detail: subjectOf(mail) }),
    failed: messages.failed,
    refreshes,
  };
  const reprocess = useDo(reprocessReceivedMail, { args: ({ id }: MailRow) => ({ id }), ...options });
  const acceptFewer = useDo(reprocessReceivedMail, { args: ({ id }: MailRow) => ({ id, accept: true }), ...options });
  const when = ({ state }: MailRow) => administrator && state !== 'held' && state !== 'waiting';
  return [
    { label: 'Reprocess email', run: following(follow, reprocess), when, online: true },
    {
      label: 'Accept fewer jobs and reprocess…',
      run: following(follow, acceptFewer),
      when: (mail) => when(mail) && mail.error === 'silence',
      online: true,
      confirm: (mail) => ({
        title: 'Accept that it lists far fewer jobs?',
        body: `Open jobs of ${mail.source} that “${subjectOf(mail)}” does not list are canceled.`,
        choices: { go: { words: 'Accept and reprocess', tone: 'danger' }, stay: { words: 'Go back' } },
        safe: 'stay',
      }),
    },
  ];
}
