import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/** The tabs of the job panel, in their order. */
export const jobTabs = [
  'Summary',
  'Notes',
  'Description',
  'Mapping',
  'Rules',
  'Posting',
  'Submissions',
  'History',
  'Origin',
  'Attachments',
] as const;
export type JobTab = (typeof jobTabs)[number];

/** The open tab of the job panel. A link with the name of a tab after its `#`, as in notices, opens that one. */
export function useJobTab(): readonly [JobTab, (tab: JobTab) => void] {
  const [{ tab, from }, setTab] = useState<{ readonly tab: JobTab; readonly from: string | null }>({
    tab: 'Summary',
    from: null,
  });
  const { hash, key } = useLocation();
  const linked = jobTabs.find((name) => hash === `#${name}`);
  // Once for each use of the link, so that another tab can be chosen.
  if (linked !== undefined && from !== key) setTab({ tab: linked, from: key });
  return [tab, (chosen) => setTab({ tab: chosen, from: key })];
}
