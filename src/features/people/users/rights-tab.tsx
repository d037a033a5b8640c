import { Checkbox } from '@mantine/core';
import { rightLabels } from '#contract/kit/right-labels.ts';
import type { RightName } from '#contract/kit/rights.ts';
import type { Contact } from '#contract/people/contact-fields.ts';
import { listRights, listRoleRights, listRoles, readRoles } from '#contract/people/roles.ts';
import { afterNewRole } from '#domain/people/new-role.ts';
import type { Holder } from '#domain/rights/may.ts';
import { type NoRight, type RightSource, sourceOfRight } from '#domain/rights/right-sources.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { SelectField } from '#src/ui/form/fields.tsx';
import { Answered } from '#src/ui/page/answered.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { rightName } from './person.ts';
import type { UserForm } from './user-draft.ts';

type Props = { form: UserForm; contact: Contact | null; readOnly: boolean };

/** The person's role and rights, and where each right comes from. A new role resets the rights to its own. */
export function RightsTab({ form, contact, readOnly }: Props) {
  const { customer, may } = useSession();
  const call = useCall();
  const roles = useReply(listRoles, {});
  const groups = useReply(listRights, { cust: customer.id });
  const { roleId } = form.values;
  const ofRole = useReply(listRoleRights, { id: Number(roleId) || 1 }, { wanted: roleId !== '' });
  const all = useReply(readRoles, {}, { wanted: may('roles.read') });
  const flags = flagsOf(roleId, contact, all.reply ?? []);
  const choose = async (next: string) => {
    form.set('roleId', next);
    if (next === '') return;
    const answer = await call(listRoleRights, { id: Number(next) });
    if (!answer.ok) return void toast.error({ title: 'The role’s rights were not read', detail: errorMessage(answer.error) });
    const after = afterNewRole({ id: Number(next), rights: answer.value }, form.values);
    form.set('rights', [...after.rights]);
    form.set('getsCollectionNotices', after.getsCollectionNotices);
    form.set('getsSystemAlerts', after.getsSystemAlerts);
  };
  const offered = (roles.reply ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  // A role that the editor may not give stays readable.
  const own = contact && !offered.some(({ value }) => value === String(contact.roleId));
  const choices = own ? [{ value: String(contact.roleId), label: contact.role }, ...offered] : offered;
  return (
    <>
      <SelectField
        label="Role"
        required
        disabled={readOnly}
        choices={choices}
        hint="A new role resets the rights below to its own. All changes are shown before you save."
        {...form.field('roleId')}
        onChange={(next) => void choose(next)}
      />
      <Answered answer={groups} what="The rights">
        {(read) => (
          <>
            <InShort groups={read} rights={form.values.rights} flags={flags} />
            {read.map((group) => (
              <fieldset key={group.name} className="right-group">
                <legend>{group.name}</legend>
                {group.rights.map((right) => (
                  <Right
                    key={right.id}
                    right={right}
                    form={form}
                    readOnly={readOnly}
                    source={sourceOf(right.id, form.values.rights, ofRole.reply ?? [], flags)}
                  />
                ))}
              </fieldset>
            ))}
          </>
        )}
      </Answered>
    </>
  );
}

type Group = { name: string; rights: readonly { id: number; description: string; marketingDescription: string }[] };

/** What the person can do, in the words of the rights. */
function InShort({ groups, rights, flags }: { groups: readonly Group[]; rights: readonly number[]; flags: Flags }) {
  if (flags.administrator || flags.authorisesEverything) return <p className="muted">In short: every right, by the role.</p>;
  const held = groups.flatMap((group) => group.rights.filter(({ id }) => rights.includes(id)));
  if (held.length === 0) return <p className="muted">No rights of their own yet.</p>;
  return (
    <details className="in-short">
      <summary>In short: {held.length} rights</summary>
      <p>{held.map(({ marketingDescription }) => marketingDescription).join(' · ')}</p>
    </details>
  );
}

type RightProps = { right: Group['rights'][number]; form: UserForm; readOnly: boolean; source: RightSource | NoRight | null };

function Right({ right: { id, description, marketingDescription }, form, readOnly, source }: RightProps) {
  const { may } = useSession();
  const { rights } = form.values;
  const name = rightName(id);
  const isByFlag = source?.kind === 'administrator' || source?.kind === 'everything';
  const checked = isByFlag || rights.includes(id);
  const set = (next: boolean) =>
    form.set('rights', next ? [...rights, id].sort((a, b) => a - b) : rights.filter((one) => one !== id));
  return (
    <div className="right-line">
      <Checkbox
        label={description}
        description={marketingDescription}
        checked={checked}
        disabled={readOnly || isByFlag || (name !== undefined && !may(name))}
        onChange={(event) => set(event.currentTarget.checked)}
      />
      {source && <small className={checked ? 'right-source' : 'right-source muted'}>{sourceWords(source)}</small>}
    </div>
  );
}

type Flags = Pick<Holder, 'administrator' | 'authorisesEverything'>;

/** The flags of the role in the form: the person's own until another is chosen. */
function flagsOf(roleId: string, contact: Contact | null, roles: readonly (Flags & { id: number })[]): Flags {
  const isStored = contact !== null && String(contact.roleId) === roleId;
  const { administrator, authorisesEverything } = (isStored ? contact : roles.find(({ id }) => String(id) === roleId)) ?? noFlags;
  return { administrator, authorisesEverything };
}

const noFlags: Flags = { administrator: false, authorisesEverything: false };

/** Where a right of the draft comes from; null for a right of a newer version. */
function sourceOf(id: number, rights: readonly number[], ofRole: readonly number[], flags: Flags): RightSource | NoRight | null {
  const name = rightName(id);
  return name ? sourceOfRight({ ...flags, rights: namesOf(rights) }, { rights: namesOf(ofRole) }, name) : null;
}

const namesOf = (ids: readonly number[]): ReadonlySet<RightName> => new Set(ids.flatMap((id) => rightName(id) ?? []));

function sourceWords(source: RightSource | NoRight): string {
  switch (source.kind) {
    case 'administrator':
      return 'By the role: the provider’s administrators have every right';
    case 'everything':
      return 'By the role, which authorizes everything';
    case 'role':
      return 'From the role';
    case 'person':
      return 'Given to this user beside the role';
    case 'master':
      return `Included in “${rightLabels[source.master]}”`;
    case 'taken':
      return 'The role has it; taken from this user';
    case 'administratorsOnly':
      return 'Works for the provider’s administrators only';
    case 'none':
      return '';
  }
}
