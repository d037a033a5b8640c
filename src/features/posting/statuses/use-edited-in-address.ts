import { useEffect, useEffectEvent } from 'react';
import { useParams } from 'react-router-dom';
import type { CustomerStatus } from '#contract/posting/statuses.ts';
import { newStatus } from './status.ts';

/** Opens the status that the address names, -1 being a new one, once the list is there. */
export function useEditedInAddress(statuses: readonly CustomerStatus[] | null, open: (status: CustomerStatus) => void): void {
  const { id } = useParams();
  const isListed = statuses !== null;
  const openAsked = useEffectEvent((asked: string) => {
    const status = asked === '-1' ? newStatus : statuses?.find(({ id }) => String(id) === asked);
    if (status) open(status);
  });
  // Once for each address: a list that is read again opens nothing.
  useEffect(() => {
    if (isListed && id !== undefined) openAsked(id);
  }, [isListed, id]);
}
