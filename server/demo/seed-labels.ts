import type { LabelRow } from '#contract/rows/label.ts';
import { labelRef } from '#domain/fields/label-ref.ts';
import { nextIds, writeRows } from '../feed/publish.ts';
import type { Services } from '../kit/http/handle.ts';

/** What the agency says in place of the usual words of healthcare, as it has travelers and people by the day. */
const words: readonly (readonly [key: string, one: string, many: string])[] = [
  ['unit', 'Unit', 'Units'],
  ['department', 'Department', 'Departments'],
  ['travelWork', 'Travel', 'Travel'],
  ['permanentWork', 'Permanent', 'Permanent'],
  ['perDiemWork', 'Per diem', 'Per diem'],
];

/** The agency's own labels of a few fields and words. Does nothing where there is one. */
export async function seedLabels({ db, now }: Services, customerId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const any = await tx.selectFrom('label').select('id').where('customer_id', '=', customerId).limit(1).executeTakeFirst();
    if (any) return;
    const ids = await nextIds(tx, 'label', words.length);
    const at = now().toISOString();
    const rows = words.map(
      ([fieldKey, value, plural], i): LabelRow => ({
        id: ids[i] ?? 0,
        fieldKey,
        value,
        plural,
        by: 'Jobdock',
        at,
        ref: labelRef(fieldKey),
        version: 1,
        purged: false,
      }),
    );
    await writeRows(
      tx,
      customerId,
      rows.map((row) => ({ collection: 'label', row })),
    );
  });
}
