import type { readTask } from '#contract/collecting/tasks.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { collectErrors } from '#contract/rows/collect-errors.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import type { Stored } from '#server/kit/db/rows.ts';
import { isManaged } from '../task-rows/task-scope.ts';

/** What a reply shows of a task's credentials that is not secret, each if the caller may see it. */
export type Shown = {
  readonly url?: string;
  readonly username?: string;
  readonly orgKey?: string;
  readonly tokenUrl?: string;
  readonly clientId?: string;
};

const checkStates: Readonly<Record<TaskRow['checkState'], number>> = { unchecked: 1, ok: 2, failed: 3 };

/** A task as the calls return it, with the host of its address unless the whole one is given. */
export function taskReply(
  { customerId, row, settings }: Stored<'task'>,
  shown: Shown,
  parentName: string,
): ReplyOf<typeof readTask> {
  return {
    id: row.id,
    customerId,
    name: row.name,
    site: row.site ?? '',
    url: shown.url ?? (typeof settings['feed'] === 'string' ? settings['feed'] : ''),
    crawler: row.crawler,
    crawlerId: row.crawlerId,
    isDisabled: row.disabled,
    isDisabledByAdmin: row.disabledByAdmin,
    isIgnored: row.ignored,
    lastSuccessAt: row.lastSuccessAt,
    lastResult: row.lastResult,
    alarm: row.alarm,
    everyMinutes: row.everyMinutes,
    runAt: row.runAt,
    nextRunAt: row.nextRunAt,
    errorCode: row.error === null ? null : collectErrors[row.error].code,
    staged: row.staged,
    alias: row.alias ?? '',
    description: row.description ?? '',
    username: shown.username ?? '',
    orgKey: shown.orgKey ?? '',
    tokenUrl: shown.tokenUrl ?? '',
    clientId: shown.clientId ?? '',
    has: row.has,
    isReady: row.ready,
    checkState: checkStates[row.checkState],
    credentialParent: parentName,
    credentialParentId: row.credentialParentId,
    switchedOn: row.switchedOn,
    isAccountCredentialManaged: isManaged(settings),
    passwordExpiresOn: row.passwordExpiresOn,
    passwordChangedAt: row.passwordChangedAt,
    passwordChangedBy: row.passwordChangedBy,
  };
}
