import { useEffect, useEffectEvent } from 'react';
import { useParams } from 'react-router-dom';
import type { ServiceItem } from '#contract/system/service-items.ts';
import { isServiceItem, serviceItems, valueWords } from '#domain/service-items/catalogue.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

export const newItem: ServiceItem = { id: 0, code: '', value: 0, customerId: null, customer: null, by: '', at: '' };

/** An item as the list shows it. */
export type ItemRow = ServiceItem & {
  readonly label: string;
  readonly words: string;
  readonly range: string;
  readonly whose: string;
};

export function rowOf(item: ServiceItem): ItemRow {
  const { code, value, customer } = item;
  const known = isServiceItem(code) ? serviceItems[code] : null;
  const range = known ? `${valueWords(code, known.least)} to ${valueWords(code, known.most)}` : '';
  return { ...item, label: known?.label ?? code, words: valueWords(code, value), range, whose: customer ?? 'All customers' };
}

/** Opens the item that the URL names, once the list is loaded; 0 opens a new one. */
export function useItemInAddress(items: readonly ServiceItem[] | null, open: (item: ServiceItem) => void): void {
  const { id } = useParams();
  const isListed = items !== null;
  const openAsked = useEffectEvent((asked: string) => {
    const item = asked === '0' ? newItem : items?.find((each) => String(each.id) === asked);
    if (item) open(item);
    else toast.error({ title: 'This service item does not exist', detail: 'It may have been removed.' });
  });
  // Once per URL: loading the list again does not open the form again.
  useEffect(() => {
    if (isListed && id !== undefined) openAsked(id);
  }, [isListed, id]);
}
