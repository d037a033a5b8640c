import { type ProviderNotice } from '#contract/support/notices.ts';
import { counted } from '#src/ui/format/format.ts';

export const newNotice: ProviderNotice = {
  id: 0,
  name: '',
  message: '',
  visible: true,
  expiresOn: null,
  audience: { customers: [], crawlers: [], targetKinds: [], everyone: false },
  shownTo: 0,
  changedBy: '',
  changedAt: '',
};

/** A notice as the list shows it. */
export type NoticeLine = ProviderNotice & { readonly state: string; readonly who: string };

export function lineOf(notice: ProviderNotice, today: string): NoticeLine {
  const { audience, visible, expiresOn } = notice;
  const isExpired = expiresOn !== null && expiresOn < today;
  const chosen = (ids: readonly number[], noun: string) => (ids.length === 0 ? [] : [counted(ids.length, noun)]);
  const { customers, crawlers, targetKinds, everyone } = audience;
  const lists = [...chosen(customers, 'customer'), ...chosen(crawlers, 'crawler'), ...chosen(targetKinds, 'target')];
  return {
    ...notice,
    state: isExpired ? 'Expired' : visible ? 'Shown' : 'Hidden',
    who: everyone ? 'Everyone' : lists.join(' and '),
  };
}

/** A notice was saved a moment ago: the number of customers that have it is about to change. */
export const isSpreading = (notices: readonly ProviderNotice[]): boolean =>
  notices.some(({ changedAt }) => Math.abs(Date.now() - Date.parse(changedAt)) < 10_000);

/** The question before a notice is removed. */
export const removal = ({ name, shownTo }: NoticeLine) =>
  ({
    title: `Remove ${name}?`,
    body: `It disappears for everyone${shownTo > 0 ? `, now shown to ${shownTo === 1 ? '1 customer' : `${shownTo} customers`}` : ''}. This cannot be undone.`,
    choices: { go: { words: 'Remove notice', tone: 'danger' }, stay: { words: 'Keep it' } },
    safe: 'stay',
  }) as const;
