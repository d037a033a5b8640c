import { Button, Progress } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Invoice } from '#contract/billing/invoices.ts';
import { readSubscription, type Subscription } from '#contract/billing/subscription.ts';
import { licenseProblem } from '#domain/billing/license-order.ts';
import { shownAmount } from '#domain/billing/money.ts';
import { Figures } from '#src/entities/billing/figures.tsx';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { SettingsPage, SettingsPart } from '#src/ui/page/settings-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { invoiceColumns, linesOf } from '../invoices/invoice-columns.tsx';
import { AddLicenses } from './add-licenses.tsx';

/** `/customerSubscriptionInfo`: the plan, what of it is used, what it costs, and adding licenses. */
export function SubscriptionPage() {
  const { customer } = useSession();
  const answer = useReply(readSubscription, { cust: customer.id });
  const adding = useEditor(AddLicenses, {});
  return (
    <>
      <SettingsPage wide title="Subscription" answer={answer} what="The figures of the subscription">
        {(subscription) =>
          subscription.off ? (
            <EmptyState kind="no-data" title="No accounting is connected">
              <p>The provider’s own company has no subscription. Choose a customer to see its plan.</p>
            </EmptyState>
          ) : (
            <>
              <Plan subscription={subscription} onAdd={() => adding.open(subscription)} />
              <Invoices invoices={subscription.invoices} />
            </>
          )
        }
      </SettingsPage>
      {adding.dialog}
    </>
  );
}

function Plan({ subscription, onAdd }: { subscription: Subscription; onAdd: () => void }) {
  const { may } = useSession();
  const { localDate } = useFormat();
  const { planName, monthPrice, connectionPrice, upgradePrice, upgradeName, added, connectionsLeft, usersLeft } = subscription;
  const problem = licenseProblem(added, 1);
  return (
    <SettingsPart title={planName === '' ? 'No plan' : `Plan ${planName}`}>
      <Figures
        lead={1}
        rows={[
          ['A month', shownAmount(monthPrice)],
          ['This period ends', localDate(subscription.untilOn)],
          ['A further VMS connection', `${shownAmount(connectionPrice)} a month`],
          [
            'Next larger plan',
            upgradePrice === null ? 'You have the largest' : `${upgradeName}: ${shownAmount(upgradePrice)} a month`,
          ],
          ['Licenses added here', `${added} of 10`],
        ]}
      />
      <div className="billing-plan">
        <Use label="VMS connections" used={subscription.currentlyUsing} of={subscription.connections} left={connectionsLeft} />
        <Use label="Users" used={subscription.users - usersLeft} of={subscription.users} left={usersLeft} />
      </div>
      {may('subscription.write') && problem === null && <Button onClick={onAdd}>Add licenses</Button>}
      {may('subscription.write') && problem !== null && <p className="muted">{problem}</p>}
    </SettingsPart>
  );
}

/** How much of a limit is used, as a bar with its figures. */
function Use({ label, used, of, left }: { label: string; used: number; of: number; left: number }) {
  const percent = of === 0 ? 0 : Math.min(100, Math.round((used / of) * 100));
  return (
    <div className="billing-use">
      <span>
        <strong>{label}</strong>
        <span className="muted">{`${used} of ${of} used, ${left} left`}</span>
      </span>
      <Progress value={percent} color={percent >= 100 ? 'red' : 'blue'} aria-label={`${label}: ${used} of ${of} used`} />
    </div>
  );
}

function Invoices({ invoices }: { invoices: readonly Invoice[] }) {
  const list = useList(linesOf(invoices), { sort: 'createdOn', descending: true, searchIn: ['number'] });
  const all = <Link to={pathTo('/billing')}>Billing has all invoices and payments</Link>;
  if (invoices.length === 0) return <SettingsPart title="Invoices of the last year" about="There is none yet." />;
  return (
    <SettingsPart title="Invoices of the last year" about={all}>
      <DataTable list={list} label="Invoices of the last year" columns={invoiceColumns} rowKey={({ id }) => id} />
    </SettingsPart>
  );
}
