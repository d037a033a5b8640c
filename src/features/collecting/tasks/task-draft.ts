import * as z from 'zod';
import { type readTask, saveTask } from '#contract/collecting/tasks.ts';
import type { ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import type { CrawlerField } from '#contract/rows/crawler-settings.ts';
import type { CrawlerRow } from '#contract/rows/rows.ts';
import { mayChange } from '#domain/crawlers/crawler-settings.ts';
import { keptSecret, optionalDay, optionalText } from '#src/ui/form/optional.ts';

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
  secretKey: keptSecret(),
  credentialParentId: z.string(),
  switchedOn: z.boolean(),
  passwordExpiresOn: optionalDay(),
});
export type TaskDraft = z.output<typeof TaskDraft>;

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
  credentialParentId: task.credentialParentId === null ? '' : String(task.credentialParentId),
  switchedOn: task.switchedOn,
  passwordExpiresOn: task.passwordExpiresOn,
});

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
    ...(mayOwn('secretKey') && draft.secretKey !== undefined && { secretKey: draft.secretKey }),
    ...(may('description') && { description: draft.description }),
    ...(may('switch') && { switchedOn: draft.switchedOn }),
  };
}
