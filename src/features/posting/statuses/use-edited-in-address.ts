import { useEffect, useEffectEvent } from 'react';
import { useParams } from 'react-router-dom';
import type { StatusLine } from './status.ts';

/** Opens the status that the URL names, once the list is loaded; -1 opens a new one. */
export function useEditedInAddress(statuses: readonly StatusLine[] | null, open: (status: StatusLine | null) => void): void {
  const { id } = useParams();
  const isListed = statuses !== null;
  const openAsked = useEffectEvent((asked: string) => {
    const status = asked === '-1' ? null : statuses?.find(({ id }) => String(id) === asked);
    if (status !== undefined) open(status);
  });
  // Once per URL: loading the list again does not open the form again.
  useEffect(() => {
    if (isListed && id !== undefined) openAsked(id);
  }, [isListed, id]);
}
