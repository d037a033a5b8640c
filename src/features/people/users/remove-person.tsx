import * as z from 'zod';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { previewRemoval, removeContact } from '#contract/people/contacts.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { counted } from '#src/ui/format/format.ts';
import { Answered } from '#src/ui/page/answered.tsx';
import type { Person } from './person.ts';
import { personReplies } from './person-replies.ts';

const Draft = z.object({ takenOverBy: z.string() });
type Removal = ReplyOf<typeof previewRemoval>;

/** Asks before a person is removed: it names the person, and all that goes along. */
export function RemovePerson({ row: { id, name }, onRemoved, onClose }: EditorProps<Person> & { onRemoved: () => void }) {
  const cust = useSession().customer.id;
  const answer = useReply(previewRemoval, { cust, id });
  const form = useForm(Draft, {
    initial: { takenOverBy: '' },
    onSubmit: useSave(removeContact, {
      args: ({ takenOverBy }: z.output<typeof Draft>) => ({
        cust,
        id,
        ...(takenOverBy !== '' && { takenOverBy: Number(takenOverBy) }),
      }),
      said: ({ message }) => ({ title: message }),
      refreshes: personReplies,
      onSaved: () => {
        onClose();
        onRemoved();
      },
    }),
  });
  const waits = answer.reply === null ? 'Looking for what goes along.' : undefined;
  return (
    <FormDialog title={`Delete ${name}?`} form={form} saveLabel="Delete user" blocked={useBlocked() ?? waits} onClose={onClose}>
      <p>The user and their linked accounts will be removed. They can no longer sign in, and their address is free again.</p>
      <Answered answer={answer} what="The things that go along">
        {(removal) => <GoesAlong removal={removal} takenOverBy={form.field('takenOverBy')} />}
      </Answered>
    </FormDialog>
  );
}

type GoesAlongProps = { removal: Removal; takenOverBy: ReturnType<ReturnType<typeof useForm<typeof Draft>>['field']> };

function GoesAlong({ removal: { linkedCustomers, devices, owned, heirs }, takenOverBy }: GoesAlongProps) {
  const unsent = devices.filter((device) => device.unsent > 0);
  return (
    <>
      <ul className="goes-along">
        <li>{linkedCustomers.length === 0 ? 'No linked accounts' : `Linked accounts: ${linkedCustomers.join(', ')}`}</li>
        <li>{devices.length === 0 ? 'No devices' : `${counted(devices.length, 'device')} will be wiped`}</li>
        {unsent.map(({ label, unsent: count }, at) => (
          <li key={at} className="is-lost">
            {label || 'A device'} has {counted(count, 'unsent change')}, which will be lost
          </li>
        ))}
        {owned.map(({ what, count }) => (
          <li key={what}>
            Owns {count} × {what}
          </li>
        ))}
      </ul>
      {owned.length > 0 && (
        <SelectField
          label="Who takes over what they own"
          required
          choices={heirs.map((heir) => ({ value: String(heir.id), label: heir.name }))}
          {...takenOverBy}
        />
      )}
    </>
  );
}
