import { randomBytes } from 'node:crypto';
import type { TargetRow } from '#contract/rows/rows.ts';
import { isSentTo } from '#domain/targets/target-kinds.ts';
import { nextIds, writeRows } from '../feed/publish.ts';
import type { Tx } from '../kit/db/connection.ts';
import type { Services } from '../kit/http/handle.ts';
import { seedFieldMapping } from '../posting/field-mapping/seed-field-mapping.ts';
import { targetSecret, targetsOpenedBy } from '../targets/open-target.ts';
import { syncLists } from '../targets/sync-lists.ts';
import { targetsOf } from '../targets/target-rows.ts';
import { doubleCredentials } from './bullhorn/bullhorn-double.ts';

/**
 * Adds the targets of a demo customer, once: the ATS (the local Bullhorn fake, the same account for all) and, if `feed`, an XML feed at
 * an unguessable path. Every start updates the ATS's address, because the fake's port changes.
 */
export async function seedTargets(
  services: Services,
  customerId: number,
  bullhornUrl: string,
  { feed }: { readonly feed: boolean },
): Promise<void> {
  const held = await targetsOf(services.db, customerId);
  const ats = held.find(({ row }) => isSentTo(row.typeId));
  const loginInfoUrl = `${bullhornUrl}/rest-services/loginInfo`;
  if (ats) {
    const settings = { ...ats.settings, loginInfoUrl };
    await services.db
      .transaction()
      .execute((tx) => writeRows(tx, customerId, [{ collection: 'target', row: ats.row, extra: { settings } }]));
    return;
  }
  const id = await addAts(services, customerId, loginInfoUrl);
  if (feed) await addFeed(services, customerId);
  const opened = await targetsOpenedBy(services)(customerId, id);
  if (opened) await syncLists(services.db, customerId, id, opened.adapter);
}

const common = {
  disabled: false,
  specialtyDependsOnDegree: true,
  checkState: 'unchecked',
  hierarchyLevel: 'both',
  posting: 'live',
  mappingRequired: true,
  takesOnly: null,
} as const;

async function addAts({ db, secrets }: Services, customerId: number, loginInfoUrl: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const id = await newTargetId(tx);
    const { username, password, clientId, clientSecret } = doubleCredentials;
    await secrets.put(tx, targetSecret(customerId, id, 'password'), password);
    await secrets.put(tx, targetSecret(customerId, id, 'clientSecret'), clientSecret);
    const maps: TargetRow['maps'] = ['facility', 'degree', 'specialty'];
    const row: TargetRow = { ...common, id, typeId: 8, name: 'Bullhorn', canPost: true, maps };
    const settings = { loginInfoUrl, username, clientId, ownerId: 1, contactId: 2, resendWhenAbsent: false, autoMap: true };
    await writeRows(tx, customerId, [{ collection: 'target', row, extra: { settings } }, ...(await seedFieldMapping(tx, row))]);
    return id;
  });
}

async function addFeed({ db }: Services, customerId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const id = await newTargetId(tx);
    const key = randomBytes(24).toString('base64url');
    await tx.insertInto('feed_address').values({ key, customer_id: customerId, target_id: id }).execute();
    const row: TargetRow = { ...common, id, typeId: 4, name: 'Job board feed', canPost: false, maps: [] };
    await writeRows(tx, customerId, [{ collection: 'target', row, extra: { settings: {} } }]);
  });
}

async function newTargetId(tx: Tx): Promise<number> {
  const [id] = await nextIds(tx, 'target', 1);
  if (id === undefined) throw new Error('the database gave no id');
  return id;
}
