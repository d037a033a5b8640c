import { ActivityExport } from '../activity/activity-export.tsx';
import { ActivityList } from '../activity/activity-screen.tsx';
import { useActivity, useActivityAddress } from '../activity/use-activity.ts';

/** Who changed what at one customer, the newest first. */
export function CustomerActivity({ id }: { id: number }) {
  const address = useActivityAddress(id);
  const activity = useActivity(address.asked);
  const isEmpty = activity.lines === null || activity.lines.length === 0;
  return (
    <ActivityList
      address={address}
      activity={activity}
      choosesCustomer={false}
      action={<ActivityExport asked={address.asked} disabled={isEmpty} />}
    />
  );
}
