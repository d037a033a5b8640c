import { counted } from '#src/ui/format/format.ts';
import { saveText } from '#src/ui/save-file.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { type Keys, openWork, type SealedWork } from './sealed-work.ts';

/** The opened changes of one person and customer, as the file has them. */
export type Exported = Pick<SealedWork, 'customerId' | 'customer'> & { readonly outbox: Awaited<ReturnType<typeof openWork>> };

export const noneOpened = 'None of the changes on this device are yours.';

/** The changes that these keys open, without customers of which they open none. */
export async function openWorks(works: readonly SealedWork[], keysFor: (customerId: number) => Keys): Promise<Exported[]> {
  const opened: Exported[] = [];
  for (const work of works) {
    const outbox = await openWork(work, keysFor(work.customerId));
    if (outbox.length > 0) opened.push({ customerId: work.customerId, customer: work.customer, outbox });
  }
  return opened;
}

export const countChanges = (exported: readonly Exported[]): string =>
  counted(
    exported.reduce((sum, { outbox }) => sum + outbox.length, 0),
    'change',
  );

/** Saves opened changes as a file. */
export function saveExport(exported: readonly Exported[]): void {
  saveText('jobdock-outbox.json', 'application/json', JSON.stringify(exported, null, 2));
  toast.success({ title: `${countChanges(exported)} exported`, detail: 'They also stay on this device.' });
}
