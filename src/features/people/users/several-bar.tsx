import { useState } from 'react';
import * as z from 'zod';
import { changePeople } from '#contract/people/contacts.ts';
import { listRoles } from '#contract/people/roles.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo, useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import { SelectField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { counted } from '#src/ui/format/format.ts';
import { type BulkAction, BulkBar } from '#src/ui/grid/bulk-bar.tsx';
import type { PersonLine } from './person.ts';
import { personReplies } from './person-replies.ts';
import '#src/ui/grid/grid.css';

type Props = { people: readonly PersonLine[]; shown: readonly PersonLine[]; onClear: () => void };
type Which = 'role' | 'notices';

/** What can be done to several people at once: role, notices, disable and enable. All of them are changed, or none. */
export function SeveralBar({ people, shown, onClear }: Props) {
  const cust = useSession().customer.id;
  const blocked = useBlocked();
  const [open, setOpen] = useState<Which | null>(null);
  const able = useDo(changePeople, {
    args: ({ ids, isDisabled }: { ids: number[]; isDisabled: boolean }) => ({ cust, ids, isDisabled }),
    said: ({ changed }) => ({ detail: `${counted(changed, 'user')} changed` }),
    failed: 'The users were not changed',
    refreshes: personReplies,
  });
  const [disabled, others] = [people.filter(isDisabled), people.filter((person) => !isDisabled(person))];
  const action = (key: string, label: string, allowed: number): BulkAction => ({ key, label, allowed, blocked: blocked ?? null });
  const count = (all: readonly PersonLine[]) => (blocked ? 0 : all.length);
  const act = async (key: string) => {
    if (key === 'role' || key === 'notices') return setOpen(key);
    const chosen = key === 'enable' ? disabled : others;
    if (key === 'disable' && !(await wantsDisabled(chosen))) return undefined;
    if (await able({ ids: chosen.map(({ id }) => id), isDisabled: key === 'disable' })) onClear();
    return undefined;
  };
  const ids = people.map(({ id }) => id);
  const hidden = people.filter(({ id }) => !shown.some((row) => row.id === id)).length;
  return (
    <>
      <BulkBar
        selected={people.length}
        hidden={hidden}
        note={null}
        actions={[
          action('role', 'Change role…', count(people)),
          action('notices', 'Change notices…', count(people)),
          action('enable', 'Enable users', count(disabled)),
          { ...action('disable', 'Disable users…', count(others)), look: 'danger' as const },
        ].filter(({ allowed, key }) => allowed > 0 || !['enable', 'disable'].includes(key))}
        onAction={(key) => void act(key)}
        onClear={onClear}
      />
      {open === 'role' && <RoleOfSeveral ids={ids} onClose={() => setOpen(null)} />}
      {open === 'notices' && <NoticesOfSeveral ids={ids} onClose={() => setOpen(null)} />}
    </>
  );
}

const isDisabled = ({ state }: PersonLine) => state === 'disabled';

const wantsDisabled = async (people: readonly PersonLine[]): Promise<boolean> =>
  (await ask({
    title: `Disable ${counted(people.length, 'user')}?`,
    body: `${people.map(({ name }) => name).join(', ')}: open sessions end at once. You can enable them again.`,
    choices: { go: { words: 'Disable users', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  })) === 'go';

type DialogProps = { ids: number[]; onClose: () => void };

const RoleDraft = z.object({ roleId: z.string().min(1, 'Choose a role') });

function RoleOfSeveral({ ids, onClose }: DialogProps) {
  const cust = useSession().customer.id;
  const { reply: roles } = useReply(listRoles, {});
  const form = useForm(RoleDraft, {
    initial: { roleId: '' },
    onSubmit: useSave(changePeople, {
      args: ({ roleId }: z.output<typeof RoleDraft>) => ({ cust, ids, roleId: Number(roleId) }),
      said: ({ changed }) => ({ detail: `${counted(changed, 'user')} changed` }),
      refreshes: personReplies,
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog
      title={`Role of ${counted(ids.length, 'user')}`}
      form={form}
      saveLabel="Change role"
      blocked={useBlocked()}
      onClose={onClose}
    >
      <p className="muted">
        Who gets another role gets its rights; what they have beside the old one is taken. Who has this role already stays as they
        are.
      </p>
      <SelectField
        label="Role"
        required
        choices={(roles ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.field('roleId')}
      />
    </FormDialog>
  );
}

const Change = z.enum(['', 'on', 'off']);
const NoticesDraft = z.object({ collection: Change, billing: Change, system: Change });
const notices = [
  ['collection', 'Data collection notices'],
  ['billing', 'Billing alerts'],
  ['system', 'System alerts'],
] as const;
const onOrOff = [
  { value: 'on', label: 'Turn on' },
  { value: 'off', label: 'Turn off' },
];

function NoticesOfSeveral({ ids, onClose }: DialogProps) {
  const cust = useSession().customer.id;
  const form = useForm(NoticesDraft, {
    initial: { collection: '', billing: '', system: '' },
    onSubmit: useSave(changePeople, {
      args: ({ collection, billing, system }: z.output<typeof NoticesDraft>) => ({
        cust,
        ids,
        ...(collection !== '' && { getsCollectionNotices: collection === 'on' }),
        ...(billing !== '' && { getsBillingAlerts: billing === 'on' }),
        ...(system !== '' && { getsSystemAlerts: system === 'on' }),
      }),
      said: ({ changed }) => ({ detail: `${counted(changed, 'user')} changed` }),
      refreshes: personReplies,
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog
      title={`Notices of ${counted(ids.length, 'user')}`}
      form={form}
      saveLabel="Change notices"
      blocked={useBlocked()}
      onClose={onClose}
    >
      <p className="muted">What you leave blank stays as each user has it.</p>
      {notices.map(([key, label]) => (
        <SelectField
          key={key}
          label={label}
          choices={onOrOff}
          {...form.field(key)}
          onChange={(next) => form.set(key, Change.parse(next))}
        />
      ))}
    </FormDialog>
  );
}
