import { randomBytes } from 'node:crypto';
import type { TargetRow } from '#contract/rows/rows.ts';
import { nextIds, writeRows } from '../feed/publish.ts';
import type { Services } from '../kit/http/handle.ts';
import { guardedSend } from '../targets/adapter/outbound.ts';
import { createTargetOpener, targetSecret } from '../targets/open-target.ts';
import { syncLists } from '../targets/sync-lists.ts';
import { targetsOf } from '../targets/target-rows.ts';
import { doubleCredentials } from './bullhorn/bullhorn-double.ts';

/**
 * Adds two targets to the demo agency, once: the ATS (the local Bullhorn fake) and an XML feed at an unguessable path. Every
 * start updates the ATS's address, because the fake's port changes.
 */
export async function seedTargets(services: Services, customerId: number, bullhornUrl: string): Promise<void> {
  const held = await targetsOf(services.db, customerId);
  const ats = held.find(({ row }) => row.kind === 'bullhorn');
  const loginInfoUrl = `${bullhornUrl}/rest-services/loginInfo`;
  if (ats) {
    const settings = { ...ats.settings, loginInfoUrl };
    await services.db
      .transaction()
      .execute((tx) => writeRows(tx, customerId, [{ collection: 'target', row: ats.row, extra: { settings } }]));
    return;
  }
  const id = await createTargets(services, customerId, loginInfoUrl);
  const opened = await createTargetOpener(
    services.db,
    services.secrets,
    guardedSend([services.config.bullhornDoubleUrl]),
  )(customerId, id);
  if (opened) await syncLists(services.db, customerId, id, opened.adapter);
}

async function createTargets(services: Services, customerId: number, loginInfoUrl: string): Promise<number> {
  return services.db.transaction().execute(async (tx) => {
    const [atsId, feedId] = await nextIds(tx, 'target', 2);
    if (atsId === undefined || feedId === undefined) throw new Error('the database gave no ids');
    const key = randomBytes(24).toString('base64url');
    const { username, password, clientId, clientSecret } = doubleCredentials;
    await tx.insertInto('feed_address').values({ key, customer_id: customerId, target_id: feedId }).execute();
    await services.secrets.put(tx, targetSecret(customerId, atsId, 'password'), password);
    await services.secrets.put(tx, targetSecret(customerId, atsId, 'clientSecret'), clientSecret);
    const common = { disabled: false, canPost: true, specialtyDependsOnDegree: true, checkState: 'unchecked' as const };
    const ats: TargetRow = {
      ...common,
      id: atsId,
      typeId: 5,
      name: 'Bullhorn',
      kind: 'bullhorn',
      maps: ['facility', 'degree', 'specialty'],
    };
    const feed: TargetRow = {
      ...common,
      id: feedId,
      typeId: 4,
      name: 'Job board feed',
      kind: 'xmlfeed',
      canPost: false,
      maps: [],
    };
    await writeRows(tx, customerId, [
      {
        collection: 'target',
        row: ats,
        extra: {
          settings: { loginInfoUrl, username, clientId, ownerId: 1, contactId: 2, resendWhenAbsent: false, autoMap: true },
        },
      },
      { collection: 'target', row: feed, extra: { settings: {} } },
    ]);
    return atsId;
  });
}
