import { useEffect, useEffectEvent } from 'react';
import { useParams } from 'react-router-dom';
import type { CustomerStatus } from '#contract/posting/statuses.ts';
import { newStatus } from './status.ts';

/** Opens the status that the URL names, once the list is loaded; -1 opens a new one. */
export function useEditedInAddress(statuses: readonly CustomerStatus[] | null, open: (status: CustomerStatus) => void): void {
  const { id } = useParams();
  const isListed = statuses !== null;
  const openAsked = useEffectEvent((asked: string) => {
    const status = asked === '-1' ? newStatus : statuses?.find(({ id }) => String(id) === asked);
    if (status) open(status);
  });
  // Once per URL: loading the list again does not open the form again.
  useEffect(() => {
    if (isListed && id !== undefined) openAsked(id);
  }, [isListed, id]);
}
