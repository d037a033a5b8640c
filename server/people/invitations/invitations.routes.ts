import { no, ok } from '#contract/kit/result.ts';
import { inviteSeveral, type ListedPerson, previewInvitations } from '#contract/people/invitations.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done, onlyReads, unchanged } from '#server/kit/http/audited.ts';
import { type Actor, type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { inviteListed, onTrial } from './judge-list.ts';
import type { ReadPerson } from './people-reader.ts';

/** Invitations of many people from a list. */
export const invitationRoutes: Handler[] = [
  handle(previewInvitations, { audit: onlyReads }, async ({ cust, file }, { services, actor }) => {
    const read = await services.readPeople(file, cust);
    if (!read.ok) return read;
    // The judgement is the invitation itself, undone: what the preview accepts is what the invitation accepts.
    const people = await onTrial(services.db, async (tx) => {
      const roles = await tx.selectFrom('role').select(['id', 'name', 'rights']).execute();
      const judged: ListedPerson[] = [];
      const seen = new Set<string>();
      for (const person of read.value) {
        const email = person.email.toLowerCase();
        const problem = person.problem ?? (seen.has(email) ? twice : null);
        seen.add(email);
        judged.push(await judge(tx, { services, actor }, cust, { ...person, problem }, roles));
      }
      return judged;
    });
    return ok({ people });
  }),

  handle(
    inviteSeveral,
    { audit: 'user.invite.list', ownTransactions: true, stepUp: true },
    async ({ cust, people }, { services, actor, record }) => {
      if (actor.impersonating) return no({ kind: 'forbidden' });
      return services.db.transaction().execute(async (tx) => {
        const refused: { email: string; problem: string }[] = [];
        let known = 0;
        const receipts: Awaited<ReturnType<typeof record>>[] = [];
        for (const person of people) {
          const outcome = await inviteListed(tx, { services, actor }, cust, person);
          if (outcome.kind === 'known') known += 1;
          if (outcome.kind === 'refused') refused.push({ email: person.email, problem: outcome.problem });
          if (outcome.kind !== 'invited') continue;
          // A line for each person, so that the activity of each shows it.
          const { id, fields } = outcome.added;
          receipts.push(await record(tx, { object: ['user', id], changed: changesBetween(null, fields) }));
        }
        const reply = { invited: receipts.length, known, refused };
        const [receipt] = receipts;
        return receipt ? done(reply, receipt) : unchanged(reply);
      });
    },
  ),
];

const twice = 'Another row of the file has this address. Leave one of them out.';

type RoleRow = { readonly id: number; readonly name: string; readonly rights: readonly number[] };
type Parts = { readonly services: Omit<Services, 'db'>; readonly actor: Actor };

async function judge(
  tx: Tx,
  parts: Parts,
  cust: number,
  { row, name, email, role: roleName, phone, problem }: ReadPerson,
  roles: readonly RoleRow[],
): Promise<ListedPerson> {
  const role = roles.find((each) => each.name.toLowerCase() === roleName.toLowerCase());
  const listed = { row, name, email, phone: phone === '' ? null : phone, role: role?.name ?? roleName, roleId: role?.id ?? null };
  const shown = { ...listed, rights: [...(role?.rights ?? [])], isKnown: false };
  if (problem !== null) return { ...shown, problem };
  if (!role) return { ...shown, problem: `There is no role “${roleName}”. Use the name of a role on the screen Roles.` };
  const outcome = await inviteListed(tx, parts, cust, { name, email, phone: listed.phone, roleId: role.id });
  if (outcome.kind === 'refused') return { ...shown, problem: outcome.problem };
  return { ...shown, isKnown: outcome.kind === 'known', problem: null };
}
