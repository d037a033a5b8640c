import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import { callCommand } from '#server/commands/call-command.ts';
import type { Actor, Services } from '#server/kit/http/handle.ts';
import type { JiraAccess } from '#server/system/jira/jira-settings.ts';

/** Changes of tickets that come from Jira. */
export type Commands = {
  /** Runs a command in the name of the administrator who connected Jira; `by` is the person that screens show. */
  run<N extends Extract<CommandName, `ticket.${string}`>>(
    customerId: number,
    by: string,
    name: N,
    args: CommandArgs<N>,
  ): Promise<void>;
};

/** Each change runs the same command as a device's, so that its emails, notices and audit lines are the same. */
export const jiraCommands = (services: Pick<Services, 'db' | 'now' | 'log' | 'effects'>, access: JiraAccess): Commands => ({
  async run(customerId, by, name, args) {
    const call = { services: services as Services, actor: actorOf(access, by), idempotencyKey: null };
    const done = await callCommand(call, customerId, name, args);
    if (done.ok || done.error.kind !== 'busy') return;
    throw new Error('the database was busy');
  },
});

const actorOf = ({ savedBy, providerId }: JiraAccess, name: string): Actor => ({
  userId: savedBy,
  actorId: savedBy,
  actorCustomerId: providerId,
  customerId: providerId,
  name: name.slice(0, 200),
  administrator: true,
  authorisesEverything: true,
  rights: new Set(),
  linkedCustomers: [],
  rightsAtLinked: new Map(),
  sessionId: 'jira',
  impersonating: false,
  passwordExpired: false,
  mustAddFactor: false,
});
