import * as z from 'zod';
import { addBillingContact, type BillingContact, listBillingContacts, saveBillingContact } from '#contract/billing/contacts.ts';
import { messages } from '#contract/kit/messages.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

const Draft = z.object(addBillingContact.args.shape).omit({ cust: true });
type Draft = z.output<typeof Draft>;

/** One billing contact. The primary one stays primary until another takes its place. */
export function ContactForm({ row: contact, isFirst, onClose }: EditorProps<BillingContact> & { isFirst: boolean }) {
  const cust = useSession().customer.id;
  const isNew = contact.id === 0;
  const saving = {
    said: (saved: { contact: BillingContact }) => ({ detail: saved.contact.fullName }),
    refreshes: [listBillingContacts],
    onSaved: onClose,
  };
  const add = useSave(addBillingContact, { args: (draft: Draft) => ({ cust, ...draft }), ...saving });
  const save = useSave(saveBillingContact, { args: (draft: Draft) => ({ cust, id: contact.id, ...draft }), ...saving });
  const { id: _id, fullName: _name, ...initial } = contact;
  const mustBePrimary = contact.isPrimary || (isNew && isFirst);
  const form = useForm(Draft, { initial: { ...initial, isPrimary: mustBePrimary }, onSubmit: isNew ? add : save });
  return (
    <FormDialog {...titlesFor('contact', isNew ? null : contact.fullName)} form={form} blocked={useBlocked()} onClose={onClose}>
      <div className="form-pair">
        <TextField label="First name" required {...form.field('firstName')} />
        <TextField label="Last name" required {...form.field('lastName')} />
      </div>
      <TextField label="Email" type="email" required {...form.field('email')} />
      <TextField label="Phone" type="tel" {...form.field('phone')} />
      <TextField label="Company" {...form.field('company')} />
      <TextField label="Street address" {...form.field('address')} />
      <div className="form-pair">
        <TextField label="City or town" {...form.field('city')} />
        <TextField label="State or province" {...form.field('state')} />
      </div>
      <TextField label="ZIP code" {...form.field('zip')} />
      <SwitchField
        label="Primary contact"
        disabled={mustBePrimary}
        {...(mustBePrimary && { hint: messages.primaryContactRequired })}
        {...form.field('isPrimary')}
      />
    </FormDialog>
  );
}
