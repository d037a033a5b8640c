import { Link, useParams } from 'react-router-dom';
import { RowId } from '#contract/kit/ids.ts';
import { getCustomer, StoredAccount as Stored, type StoredAccount } from '#contract/people/account.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { Answered } from '#src/ui/page/answered.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { TabRow, TabsPage, useTab } from '#src/ui/page/tabs-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { CustomerBilling } from '../customer-billing/customer-billing.tsx';
import { InCustomer } from '../customer-board/in-customer.tsx';
import { AddCustomer, PlanForm, ProfileForm } from './account-forms.tsx';
import { CustomerActivity } from './customer-activity.tsx';
import { CustomerChildren } from './customer-children.tsx';
import { CustomerLinks } from './customer-links.tsx';
import { CustomerModules } from './customer-modules.tsx';
import { CustomerTargets } from './customer-targets.tsx';

const tabs = [
  ['profile', 'Profile'],
  ['plan', 'Plan'],
  ['billing', 'Billing'],
  ['targets', 'Targets'],
  ['children', 'Children'],
  ['linked', 'Linked accounts'],
  ['modules', 'Modules'],
  ['activity', 'Activity'],
] as const;

/** `/editcustomer/:id`: one customer; 0 adds one. */
export function CustomerPage() {
  const id = Number(useParams().id);
  if (id === 0) return <AddCustomer />;
  return RowId.safeParse(id).success ? <Customer key={id} id={id} /> : <Gone />;
}

const Gone = () => (
  <section className="page page-form" aria-labelledby="page-title">
    <PageHeader title="This customer does not exist" />
    <EmptyState kind="no-match" title="This customer does not exist">
      <p>It may have been deleted. Deleted customers are in the list for 30 days.</p>
      <Link to={pathTo('/customers')}>All customers</Link>
    </EmptyState>
  </section>
);

function Customer({ id }: { id: number }) {
  const answer = useReply(getCustomer, { cust: id });
  const { reply } = answer;
  const tab = useTab('tab', tabs);
  const title = reply?.name ?? 'Customer';
  if (answer.failure?.kind === 'not_found') return <Gone />;
  if (!reply) {
    return (
      <section className="page page-form" aria-labelledby="page-title">
        <PageHeader title={title} />
        <Answered answer={answer} what="The customer’s settings">
          {() => null}
        </Answered>
      </section>
    );
  }
  return (
    <TabsPage
      title={title}
      actions={
        <>
          <InCustomer of={{ customerId: id, customer: reply.name }} to={pathTo('/dashboard')}>
            Work in this customer
          </InCustomer>
          <Link to={pathTo('/export/:id', { id })}>Export</Link>
          <Link to={pathTo('/customers')}>All customers</Link>
        </>
      }
      tabs={<TabRow label="Parts of the customer" tabs={tabs} tab={tab} />}
    >
      <Tab tab={tab[0]} id={id} name={reply.name} account={Stored.parse(reply)} />
    </TabsPage>
  );
}

type TabProps = { tab: (typeof tabs)[number][0]; id: number; name: string; account: StoredAccount };

function Tab({ tab, id, name, account }: TabProps) {
  switch (tab) {
    case 'profile':
      return (
        <div className="customer-form">
          <ProfileForm id={id} account={account} />
        </div>
      );
    case 'plan':
      return (
        <div className="customer-form">
          <PlanForm id={id} account={account} />
        </div>
      );
    case 'billing':
      return <CustomerBilling id={id} />;
    case 'targets':
      return <CustomerTargets id={id} name={name} />;
    case 'children':
      return <CustomerChildren id={id} />;
    case 'linked':
      return <CustomerLinks id={id} name={name} />;
    case 'modules':
      return <CustomerModules id={id} />;
    case 'activity':
      return <CustomerActivity id={id} />;
  }
}
