import { type BillingContact, listBillingContacts, removeBillingContact } from '#contract/billing/contacts.ts';
import { messages } from '#contract/kit/messages.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { newContact, useContactInAddress } from './contact.ts';
import { ContactForm } from './contact-form.tsx';

const col = columnsOf<BillingContact>();
const columns = [
  col('fullName', 'Name'),
  col('isPrimary', 'Primary', {
    cell: ({ isPrimary }) => (isPrimary ? <StateBadge tone="good">Primary</StateBadge> : <span className="muted">No</span>),
  }),
  col('email', 'Email'),
  col('phone', 'Phone'),
  col('company', 'Company'),
  col('city', 'City or town'),
  col('state', 'State or province'),
  col('zip', 'ZIP code', { hidden: true }),
  col('address', 'Street address', { hidden: true }),
];

/** `/billingContactInfo`: who gets the invoices. `/billingContactInfo/edit/:id` opens one of them; -1 adds one. */
export function ContactList() {
  const { customer, may } = useSession();
  const cust = customer.id;
  const edits = may('billing.write');
  const answer = useReply(listBillingContacts, { cust });
  const list = usePagedList(answer.reply, {
    from: answer,
    sort: 'fullName',
    searchIn: ['fullName', 'email', 'company'],
    sizes: pagerSizes,
  });
  const editor = useEditor(ContactForm, { isFirst: answer.reply?.length === 0 });
  useContactInAddress(edits ? answer.reply : null, editor.open);
  const removal = useDo(removeBillingContact, {
    args: ({ id }: BillingContact) => ({ cust, id }),
    said: ({ contact }) => ({ title: `${contact.fullName} removed` }),
    failed: 'Contact not removed',
    refreshes: [listBillingContacts],
  });
  const remove = (contact: BillingContact) =>
    contact.isPrimary
      ? toast.warning({ title: 'Contact not removed', detail: messages.primaryContactRequired })
      : removal(contact);
  return (
    <ListPage
      dialogs={editor.dialog}
      title="Billing contacts"
      noun="contact"
      list={list}
      isKept={false}
      actions={edits && editor.add('Add contact', newContact)}
      firstUse={
        <EmptyState kind="first-use" title="No billing contacts yet">
          <p>Invoices go to the primary contact. Add the person who pays them.</p>
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="Billing contacts"
        columns={columns}
        rowKey={({ id }) => id}
        {...(edits && { actions: [editor.action('Edit'), { label: 'Remove', run: remove, online: true, danger: true }] })}
      />
    </ListPage>
  );
}
