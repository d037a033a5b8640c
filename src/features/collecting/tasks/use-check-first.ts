import { useRef } from 'react';
import { checkCredentials } from '#contract/collecting/tasks.ts';
import { messages } from '#contract/kit/messages.ts';
import type { CrawlerRow } from '#contract/rows/rows.ts';
import { credentialNames, missingCredentials } from '#domain/crawlers/crawler-settings.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import type { Problems } from '#src/ui/form/use-form.ts';
import { makesKey, sentKey, sentOf, type TaskDraft, type TaskSettings } from './task-draft.ts';

/** The vendor may be slow. */
const timeoutMs = 90_000;

/** What became of the check before a save. `unchecked`: nothing to check, or the person saves anyway. */
type Check = { readonly kind: 'works' | 'unchecked' } | { readonly kind: 'problems'; readonly problems: Problems };

/**
 * Checks changed credentials at the vendor before they are saved, as documented: the person corrects what does not work, and may save
 * anyway or ask support after the second failure. `onSupport` gets what the vendor said.
 */
export function useCheckFirst(
  task: TaskSettings,
  onSupport: (problem: string) => void,
): (draft: TaskDraft, crawler: CrawlerRow) => Promise<Check> {
  const call = useCall();
  const { customer, administrator } = useSession();
  const failures = useRef(0);
  return async (draft, crawler) => {
    if (signsInNowhere(crawler) || !isChanged(draft, task, crawler) || !isComplete(draft, task, crawler))
      return { kind: 'unchecked' };
    const sent = { ...sentOf(draft, crawler, administrator), cust: customer.id, id: task.id };
    const answer = await call(checkCredentials, sent, { timeoutMs });
    if (!answer.ok) {
      const problems = problemsOf(answer.error);
      // The vendor has no call that only signs in.
      return problems['crawlerId'] === messages.notImplemented ? { kind: 'unchecked' } : { kind: 'problems', problems };
    }
    if (answer.value === '') {
      failures.current = 0;
      return { kind: 'works' };
    }
    failures.current += 1;
    const words = `${messages.taskDoesNotWork} ${answer.value}`;
    if (failures.current < 2) return { kind: 'problems', problems: { '': words } };
    const choice = await askNext(answer.value);
    if (choice === 'support') onSupport(answer.value);
    return choice === 'save' ? { kind: 'unchecked' } : { kind: 'problems', problems: { '': words } };
  };
}

const brought: ReadonlySet<CrawlerRow['kind']> = new Set<CrawlerRow['kind']>(['file', 'webhook']);

/** Whether people or vendors bring the jobs of a crawler. Emails come by themselves, or from a mailbox, which has an address. */
export const signsInNowhere = ({ kind, settings }: CrawlerRow): boolean =>
  brought.has(kind) || (kind === 'mail' && !settings.url.active);

const isChanged = (draft: TaskDraft, task: TaskSettings, crawler: CrawlerRow): boolean =>
  draft.url !== task.url ||
  draft.username !== task.username ||
  draft.orgKey !== task.orgKey ||
  Boolean(draft.password) ||
  isNewKey(sentKey(draft, crawler), task);

const isNewKey = ({ tokenUrl, clientId, ...secrets }: ReturnType<typeof sentKey>, task: TaskSettings): boolean =>
  Object.keys(secrets).length > 0 ||
  (tokenUrl !== undefined && tokenUrl !== task.tokenUrl) ||
  (clientId !== undefined && clientId !== task.clientId);

/** Whether the task will have all that its crawler asks for; else it awaits its setup, and there is nothing to check yet. */
function isComplete(draft: TaskDraft, { has }: TaskSettings, crawler: CrawlerRow): boolean {
  const typed = credentialNames.filter((name) => (name === 'secretKey' ? makesKey(draft, crawler) : Boolean(draft[name])));
  return missingCredentials(crawler.settings, [...has, ...typed]).length === 0;
}

const askNext = (problem: string): Promise<'save' | 'support' | 'edit'> =>
  ask({
    title: 'Save the task although it does not work?',
    body: `${problem} A saved task keeps what you entered; you can check its login later.`,
    choices: {
      save: { words: 'Save and close', tone: 'primary' },
      support: { words: 'Ask support' },
      edit: { words: 'Keep editing' },
    },
    safe: 'edit',
  });
