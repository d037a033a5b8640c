import { Link } from 'react-router-dom';
import type { Contact } from '#contract/people/contact-fields.ts';
import { useSession } from '#src/entities/session/session.ts';
import { TabRow, useTab } from '#src/ui/page/tabs-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { ActivityLines } from '../activity/activity-screen.tsx';
import { useActivity } from '../activity/use-activity.ts';

const sides = [
  ['did', 'Changes by this user'],
  ['about', 'Changes of this user'],
] as const;

/** What a person changed, and what others changed of them, the newest first. */
export function ActivityTab({ contact: { id, name, customerId } }: { contact: Contact }) {
  const { administrator } = useSession();
  const tab = useTab('side', sides);
  const isBy = tab[0] === 'did';
  // People work at linked customers, too; only the provider's administrators may look beyond one.
  const cust = administrator ? -1 : customerId;
  const activity = useActivity({ cust, ...(isBy ? { person: id } : { kind: 'user', object: String(id) }) });
  return (
    <>
      <TabRow label="Whose changes" tabs={sides} tab={tab} />
      <ActivityLines
        activity={activity}
        showsCustomer={administrator}
        nothing={<p className="muted">{isBy ? `${name} has changed nothing so far.` : `No one has changed ${name} so far.`}</p>}
      />
      <Link to={pathTo('/activity', {}, isBy ? { person: id } : { object: `user:${id}` })}>Filter and export in Activity</Link>
    </>
  );
}
