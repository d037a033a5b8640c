import { TabRow, useTab } from '#src/ui/page/tabs-page.tsx';
import { ArrivedList } from './arrived-list.tsx';
import { SentList } from './sent-list.tsx';
import './mailbox.css';

const parts = [
  ['arrived', 'Arrived'],
  ['sent', 'Sent'],
] as const;

/** `/mailbox`: the emails in the mailbox of the demo, and those that the service sends with what became of them. */
export function Mailbox() {
  const tab = useTab('show', parts);
  const tabs = <TabRow label="Emails" tabs={parts} tab={tab} />;
  return tab[0] === 'arrived' ? <ArrivedList tabs={tabs} /> : <SentList tabs={tabs} />;
}
