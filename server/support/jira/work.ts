import type { mayAskAgain } from '#domain/tickets/ask-again.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { JiraPort } from '#server/system/jira/jira-port.ts';
import type { JiraAccess } from '#server/system/jira/jira-settings.ts';
import type { WorkEnd } from './issue-rows.ts';
import type { Commands } from './jira-command.ts';

/** What the work on one ticket needs. */
export type IssueWork = {
  readonly db: Db;
  readonly now: () => Date;
  readonly publicUrl: string;
  readonly access: JiraAccess;
  readonly port: JiraPort;
  readonly judge: typeof mayAskAgain;
};

/** What bringing a ticket and its issue together needs besides. `accountId` is the account that Jobdock works as. */
export type SyncWork = IssueWork & { readonly commands: Commands; readonly accountId: string };

/** The end of a step that was not the last; undefined if the next step may follow. */
export type Step = WorkEnd | undefined;

/** The name of the file with the whole text of a ticket whose text is longer than Jira takes. */
export const wholeTextName = (ticketId: number): string => `ticket-${ticketId}.txt`;

/** The link of a ticket for the provider's people. */
export const ticketLink = ({ publicUrl }: Pick<IssueWork, 'publicUrl'>, customerId: number, ticketId: number): string =>
  `${publicUrl}/jira/${ticketId}?customer=${customerId}`;
