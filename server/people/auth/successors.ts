import type { SealedStore } from '#server/kit/keys/rotate-data-keys.ts';

/** Where a session's successor token is encrypted for. */
export const successorPlace = (session: { readonly customer_id: number; readonly id: string }) => ({
  customerId: session.customer_id,
  owner: `session:${session.id}`,
  field: 'successor',
});

/** The successor tokens of sessions, for the rotation of data keys. */
export const storedSuccessors: SealedStore = {
  async list(tx, customerId, keyId, { offset, limit }) {
    const rows = await tx
      .selectFrom('session')
      .select(['customer_id', 'id', 'successor_sealed'])
      .where('customer_id', '=', customerId)
      .where('successor_sealed', 'not like', `${keyId}.%`)
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.flatMap((row) =>
      row.successor_sealed === null ? [] : [{ place: successorPlace(row), sealed: row.successor_sealed }],
    );
  },
  async replace(tx, { place, sealed: old }, sealed) {
    const done = await tx
      .updateTable('session')
      .set({ successor_sealed: sealed })
      .where('customer_id', '=', place.customerId)
      .where('id', '=', place.owner.slice('session:'.length))
      .where('successor_sealed', '=', old)
      .executeTakeFirst();
    return done.numUpdatedRows === 1n;
  },
};
