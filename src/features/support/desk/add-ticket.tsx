import { Select } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { countWaitingTickets, listContactChoices, readTicketContact } from '#contract/support/desk.ts';
import { addIssue, listTickets } from '#contract/support/tickets.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { type BoundText, SelectField, TextField } from '#src/ui/form/fields.tsx';
import { ReferenceField, referencesOf } from '#src/ui/form/reference-field.tsx';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { useWhenClean } from '#src/ui/form/use-when-clean.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';

const { subject, description } = addIssue.args.shape;
const Draft = z.object({
  customer: z.string().min(1, messages.customerEmpty),
  contact: z.string(),
  level: z.string(),
  subject,
  description,
});
type Draft = z.input<typeof Draft>;

export const newTicket: Draft = { customer: '', contact: '', level: '2', subject: '', description: '' };
const levels = [
  { value: '1', label: 'Help desk' },
  { value: '2', label: 'Support' },
];

/** A ticket that the provider adds for a customer, as after a call. Its contact sees it and gets the answers. */
export function AddTicket({ row, onClose }: EditorProps<Draft>) {
  const { customers } = useSession();
  const navigate = useNavigate();
  const [made, setMade] = useState<number | null>(null);
  const form = useForm(Draft, {
    initial: row,
    onSubmit: useSave(addIssue, {
      args: ({ customer, contact, level, ...content }: z.output<typeof Draft>) => ({
        ...content,
        cust: Number(customer),
        contactId: Number(contact),
        type: level === '1' ? (1 as const) : (2 as const),
      }),
      said: ({ id }) => ({ title: 'Ticket added', detail: `Ticket ${id}` }),
      refreshes: [listTickets, countWaitingTickets],
      onSaved: ({ id }) => setMade(id),
    }),
  });
  const { customer } = form.values;
  useWhenClean(made, form, (id) => {
    onClose();
    void navigate(pathTo('/jira/:id', { id }, { customer }));
  });
  return (
    <FormDialog title="Add ticket" saveLabel="Add ticket" form={form} blocked={useBlocked()} onClose={onClose}>
      <ReferenceField
        label="Customer"
        required
        autoFocus
        choices={referencesOf(customers)}
        {...form.field('customer')}
        onChange={(next) => {
          form.set('customer', next);
          form.set('contact', '');
        }}
      />
      <ContactField key={customer} customerId={Number(customer)} bound={form.field('contact')} />
      <SelectField label="Support level" required choices={levels} {...form.field('level')} />
      <TextField label="Subject" required {...form.field('subject')} />
      <TextAreaField label="Description" required rows={6} {...form.field('description')} />
    </FormDialog>
  );
}

/** A person of the customer, found by a part of the name. Without a choice it is the one who gets the customer’s tickets. */
function ContactField({ customerId, bound }: { customerId: number; bound: BoundText }) {
  const [query, setQuery] = useState('');
  const wanted = customerId > 0;
  const { reply: usual, at } = useReply(readTicketContact, { cust: customerId }, { wanted });
  const found = useReply(listContactChoices, { cust: customerId, query }, { wanted, keepsPrevious: true }).reply ?? [];
  const { value, onChange, ...rest } = bound;
  const hint = usual
    ? `${usual.name} gets the tickets of this customer.`
    : 'No person of this customer gets its tickets: choose one.';
  return (
    <Select
      {...rest}
      label="Contact"
      {...(at !== null && { description: hint })}
      placeholder={usual?.name ?? ''}
      disabled={!wanted}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'No contact' }}
      data={found.map(({ id, name }) => ({ value: String(id), label: name }))}
      // The service finds the names.
      filter={({ options }) => options}
      nothingFoundMessage="No person with this name"
      onSearchChange={(typed) => setQuery(found.some(({ name }) => name === typed) ? '' : typed)}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
