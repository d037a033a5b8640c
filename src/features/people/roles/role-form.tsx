import { Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { addRole, previewRole, type Role, RoleConflict, readRole, readRoles, saveRole } from '#contract/people/roles.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { keepsEditing, type Problems, useForm } from '#src/ui/form/use-form.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { newRoleId, type RightGroups } from './role.ts';
import { conflictProblems, wantsEffects } from './role-effects.tsx';

const Draft = z.object({ name: addRole.args.shape.name, rights: z.array(z.number()), authorisesEverything: z.boolean() });
type Draft = z.output<typeof Draft>;

const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
const draftOf = ({ name, rights, authorisesEverything }: Role): Draft => ({
  name,
  rights: sorted(rights.map(({ rightId }) => rightId)),
  authorisesEverything,
});
/** The draft as the calls have it. */
const sentOf = (draft: Draft) => ({ ...draft, rights: draft.rights.map((rightId) => ({ rightId })) });

type Props = { role: Role; groups: RightGroups; onSaved?: ((role: Role) => void) | undefined };

/** Name and rights of a role. Others than administrators of the provider only read it. */
export function RoleForm({ role, groups, onSaved }: Props) {
  const { administrator } = useSession();
  const navigate = useNavigate();
  const blocked = useBlocked();
  const isNew = role.id === newRoleId;
  const [isAdded, setAdded] = useState(false);
  const submit = useSaveRole(role, (saved) => (isNew ? setAdded(true) : onSaved?.(saved)));
  const form = useForm(Draft, { initial: draftOf(role), onSubmit: submit });
  // Wait until the form is clean: leaving a dirty form asks for confirmation.
  useEffect(() => {
    if (isAdded && !form.dirty) void navigate(pathTo('/roles'), { replace: true });
  }, [isAdded, form.dirty, navigate]);
  const fields = <Fields form={form} groups={groups} role={role} readOnly={!administrator} />;
  if (!administrator) {
    return (
      <div className="form">
        <p className="muted">Only the provider changes roles. A person’s own rights are changed with the user.</p>
        {fields}
      </div>
    );
  }
  const saveLabel = isNew ? 'Add role' : 'Save role';
  return (
    <FormPage
      bare
      title={isNew ? 'New role' : role.name}
      form={form}
      saveLabel={saveLabel}
      blocked={blocked}
      onBack={() => void navigate(pathTo('/roles'))}
      backLabel="Back to roles"
    >
      {fields}
    </FormPage>
  );
}

/** Saves a draft, after a question that names who gains and who loses by it. */
function useSaveRole(role: Role, onSaved: (role: Role) => void) {
  const call = useCall();
  const add = useSend(addRole, [readRoles]);
  const save = useSend(saveRole, [readRoles, readRole]);
  const [base, setBase] = useState(() => draftOf(role));
  return async (draft: Draft): Promise<Problems | typeof keepsEditing | undefined> => {
    const sent = sentOf({ ...draft, rights: sorted(draft.rights) });
    if (role.id === newRoleId) {
      const added = await add(sent);
      if (!added.ok) return problemsOf(added.error);
      toast.success({ title: messages.saved, detail: `Role ${added.value.name} added.` });
      onSaved(added.value);
      return undefined;
    }
    const preview = await call(previewRole, {
      id: role.id,
      rights: sent.rights,
      authorisesEverything: sent.authorisesEverything,
    });
    if (!preview.ok) return problemsOf(preview.error);
    if (!(await wantsEffects(role.name, preview.value))) return keepsEditing;
    const saved = await save({ ...sent, id: role.id, base: sentOf(base) });
    if (saved.ok) {
      toast.success({ title: messages.saved, detail: `Role ${saved.value.name}.` });
      onSaved(saved.value);
      return undefined;
    }
    const conflict = saved.error.kind === 'conflict' ? RoleConflict.safeParse(saved.error.current).data : undefined;
    if (!conflict) return problemsOf(saved.error);
    // The next save is based on what the person has read about here.
    setBase(draftOf(conflict.role));
    return conflictProblems(conflict.conflicts);
  };
}

type FieldsProps = { form: ReturnType<typeof useForm<typeof Draft>>; groups: RightGroups; role: Role; readOnly: boolean };

function Fields({ form, groups, role, readOnly }: FieldsProps) {
  const { rights, authorisesEverything } = form.values;
  const set = (id: number, isHeld: boolean) =>
    form.set('rights', isHeld ? sorted([...rights, id]) : rights.filter((one) => one !== id));
  return (
    <>
      <TextField label="Name" required disabled={readOnly} {...form.field('name')} />
      {role.administrator ? (
        <p className="muted">The provider’s administrators may do everything, whatever is chosen here.</p>
      ) : (
        <SwitchField
          label="Authorizes everything"
          hint="Its holders have every right except those of the provider’s administrators, whatever is chosen below."
          disabled={readOnly}
          {...form.field('authorisesEverything')}
        />
      )}
      <Summary groups={groups} rights={rights} everything={authorisesEverything || role.administrator} />
      {groups.map((group) => (
        <fieldset key={group.name} className="role-group">
          <legend>{group.name}</legend>
          {group.rights.map(({ id, description, marketingDescription }) => (
            <Checkbox
              key={id}
              label={description}
              description={marketingDescription}
              checked={rights.includes(id)}
              disabled={readOnly}
              onChange={(event) => set(id, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      ))}
    </>
  );
}

type SummaryProps = { groups: RightGroups; rights: readonly number[]; everything: boolean };

/** What the role is good for, in the words of its rights. */
function Summary({ groups, rights, everything }: SummaryProps) {
  const chosen = groups
    .map(({ name, rights: all }) => ({ name, words: all.filter(({ id }) => everything || rights.includes(id)) }))
    .filter(({ words }) => words.length > 0);
  return (
    <section className="role-summary" aria-label="What this role allows">
      <h2>What this role allows</h2>
      {chosen.length === 0 && <p className="muted">Nothing yet. Choose rights below.</p>}
      <dl>
        {chosen.map(({ name, words }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words.map(({ marketingDescription }) => marketingDescription).join(' · ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
