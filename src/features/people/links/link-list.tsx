import { type LinkedPerson, linkStatus, listLinks } from '#contract/people/links.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { TabRow, useTab } from '#src/ui/page/tabs-page.tsx';
import { AskForm } from './ask-form.tsx';
import { LinksElsewhere } from './links-elsewhere.tsx';
import { LinksHere } from './links-here.tsx';

const away = ['elsewhere', 'Our people elsewhere'] as const;
const tabsOfAll = [away] as const;
const tabsOfDeciders = [['requests', 'Requests'], ['here', 'Others who work here'], away] as const;

/** `/linked`: people of other customers who work here or ask to, and where this customer's own people work. */
export function LinkList() {
  const { customer, role, administrator, may } = useSession();
  const decides = may('links.write');
  const tabs = decides ? tabsOfDeciders : tabsOfAll;
  const tab = useTab<(typeof tabsOfDeciders)[number][0]>('tab', tabs);
  const answer = useReply(listLinks, { cust: customer.id });
  const asking = useEditor(AskForm, {});
  const { linkedAccounts, linkedCustomers } = answer.reply ?? {};
  const isHere = ({ status }: LinkedPerson) => status === linkStatus.approved;
  const here = linkedAccounts?.filter(isHere);
  const requests = linkedAccounts?.filter((link) => !isHere(link));
  const counts = {
    requests: requests?.filter(({ status }) => status === linkStatus.asked).length ?? 0,
    here: here?.length ?? 0,
    elsewhere: linkedCustomers?.length ?? 0,
  };
  // An administrator of the provider works for every customer without a link.
  const asks = !administrator && customer.id === role.customerId;
  const shared = {
    from: answer,
    filters: decides ? <TabRow label="Links" tabs={tabs} tab={tab} {...(answer.reply && { counts })} /> : null,
    actions: asks ? asking.add('Ask for access', { userId: role.userId }) : null,
    dialog: asking.dialog,
  };
  if (tab[0] === 'elsewhere') return <LinksElsewhere links={linkedCustomers} {...shared} />;
  return <LinksHere key={tab[0]} links={tab[0] === 'here' ? here : requests} open={tab[0] === 'requests'} {...shared} />;
}
