import * as z from 'zod';
import { mostTokenLetters, type tokenNames } from '#contract/collecting/task-credentials.ts';
import { type readTask, saveTask } from '#contract/collecting/tasks.ts';
import type { ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import type { CrawlerField } from '#contract/rows/crawler-settings.ts';
import type { CrawlerRow } from '#contract/rows/rows.ts';
import { mayChange } from '#domain/crawlers/crawler-settings.ts';
import { keptSecret, optionalDay, optionalText } from '#src/ui/form/optional.ts';
import { type TokenWay, usesToken } from './mailbox-token.tsx';

/** A task as its form reads it. Passwords and secret keys are never in it. */
export type TaskSettings = Pick<
  ReplyOf<typeof readTask>,
  | 'id'
  | 'name'
  | 'site'
  | 'url'
  | 'everyMinutes'
  | 'runAt'
  | 'isDisabled'
  | 'crawlerId'
  | 'alias'
  | 'description'
  | 'username'
  | 'orgKey'
  | 'tokenUrl'
  | 'clientId'
  | 'has'
  | 'credentialParentId'
  | 'switchedOn'
  | 'isAccountCredentialManaged'
  | 'passwordExpiresOn'
>;

/** Tasks begin with a feed. */
export const newTask: TaskSettings = {
  id: 0,
  name: '',
  site: '',
  url: '',
  everyMinutes: 60,
  runAt: [],
  isDisabled: true,
  crawlerId: 1,
  alias: '',
  description: '',
  username: '',
  orgKey: '',
  tokenUrl: '',
  clientId: '',
  has: [],
  credentialParentId: null,
  switchedOn: false,
  isAccountCredentialManaged: false,
  passwordExpiresOn: null,
};

export const TaskDraft = saveTask.args.pick({ name: true, site: true, url: true, everyMinutes: true }).extend({
  runAt: saveTask.args.shape.runAt.unwrap(),
  enabled: z.boolean(),
  crawlerId: z.string().min(1, 'Choose a crawler'),
  alias: optionalText(100),
  description: optionalText(500),
  username: z.string().trim().max(1000),
  password: keptSecret(),
  orgKey: z.string().trim().max(1000),
  secretKey: keptSecret(mostTokenLetters),
  tokenWay: z.enum(['renewed', 'typed']),
  tokenUrl: saveTask.args.shape.tokenUrl.unwrap(),
  clientId: z.string().trim().max(1000),
  clientSecret: keptSecret(),
  refreshToken: keptSecret(mostTokenLetters),
  credentialParentId: z.string(),
  switchedOn: z.boolean(),
  passwordExpiresOn: optionalDay(),
});
export type TaskDraft = z.output<typeof TaskDraft>;

/** How a stored task signs in to a mailbox with an access token; null if none is stored. */
export const storedWay = ({ tokenUrl, has }: Pick<TaskSettings, 'tokenUrl' | 'has'>): TokenWay | null => {
  if (tokenUrl !== '') return 'renewed';
  return has.includes('secretKey') ? 'typed' : null;
};

export const draftOf = (task: TaskSettings): z.input<typeof TaskDraft> => ({
  name: task.name,
  site: task.site,
  url: task.url,
  everyMinutes: task.everyMinutes,
  runAt: task.runAt,
  enabled: !task.isDisabled,
  crawlerId: String(task.crawlerId),
  alias: task.alias,
  description: task.description,
  username: task.username,
  password: '',
  orgKey: task.orgKey,
  secretKey: '',
  tokenWay: storedWay(task) ?? 'renewed',
  tokenUrl: task.tokenUrl,
  clientId: task.clientId,
  clientSecret: '',
  refreshToken: '',
  credentialParentId: task.credentialParentId === null ? '' : String(task.credentialParentId),
  switchedOn: task.switchedOn,
  passwordExpiresOn: task.passwordExpiresOn,
});

type KeyDraft = {
  readonly [Part in keyof SentKey]?: string | null | undefined;
} & { readonly tokenWay: TokenWay };

type SentKey = Partial<Record<'secretKey' | (typeof tokenNames)[number], string>>;

/** What is sent as the secret key: what renews the access token of a mailbox, or the key itself. Blank parts are not sent. */
export function sentKey(draft: KeyDraft, crawler: CrawlerRow): SentKey {
  const { secretKey, tokenUrl, clientId, clientSecret, refreshToken } = draft;
  if (!usesToken(crawler) || draft.tokenWay === 'typed') return { ...(secretKey && { secretKey }) };
  return {
    ...(tokenUrl && { tokenUrl }),
    ...(clientId && { clientId }),
    ...(clientSecret && { clientSecret }),
    ...(refreshToken && { refreshToken }),
  };
}

/** Whether what is typed makes a secret key. */
export function makesKey(draft: KeyDraft, crawler: CrawlerRow): boolean {
  const sent = sentKey(draft, crawler);
  return Boolean(sent.secretKey ?? (sent.tokenUrl && sent.clientId && sent.refreshToken));
}

type Sent = Omit<SentArgsOf<typeof saveTask>, 'cust' | 'id'>;

/** The arguments of a save: of the crawler's fields only those that the person may change. Where one shares a sign-in, only the address. */
export function sentOf(draft: TaskDraft, crawler: CrawlerRow, administrator: boolean): Sent {
  const parentId = draft.credentialParentId === '' ? 0 : Number(draft.credentialParentId);
  const may = (field: CrawlerField) => mayChange(crawler, field, administrator);
  const mayOwn = (field: CrawlerField) => parentId === 0 && may(field);
  const { name, site, everyMinutes, runAt, alias, passwordExpiresOn } = draft;
  return {
    name,
    site,
    everyMinutes,
    runAt,
    alias,
    passwordExpiresOn,
    isDisabled: !draft.enabled,
    crawlerId: crawler.id,
    credentialParentId: parentId,
    url: may('url') ? draft.url : '',
    ...(mayOwn('username') && { username: draft.username === '' ? null : draft.username }),
    ...(mayOwn('password') && draft.password !== undefined && { password: draft.password }),
    ...(mayOwn('orgKey') && { orgKey: draft.orgKey === '' ? null : draft.orgKey }),
    ...(mayOwn('secretKey') && sentKey(draft, crawler)),
    ...(may('description') && { description: draft.description }),
    ...(may('switch') && { switchedOn: draft.switchedOn }),
  };
}
