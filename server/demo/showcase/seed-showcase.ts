import type { AtsValueRow, MapKind, TargetRow } from '#contract/rows/rows.ts';
import { type AdapterName, isPublished, targetKind, targetKinds } from '#domain/targets/target-kinds.ts';
import { shownAddress, storeCredentials } from '../../collecting/task-rows/task-credentials.ts';
import { nextIds, writeRows } from '../../feed/publish.ts';
import type { Tx } from '../../kit/db/connection.ts';
import type { Publication } from '../../kit/db/publication.ts';
import type { Services } from '../../kit/http/handle.ts';
import { newFeedAddress } from '../../posting/feeds/feed-addresses.ts';
import { seedFieldMapping } from '../../posting/field-mapping/seed-field-mapping.ts';
import type { SecretField } from '../../targets/adapter/connector.ts';
import { targetSecret } from '../../targets/open-target.ts';
import { type StoredTarget, targetsOf } from '../../targets/target-rows.ts';
import { doubles } from '../doubles.ts';
import { findDemoTask } from '../seed-demo-task.ts';
import { vendorFeedPaths } from '../vendor-site.ts';
import { demoFacilities } from '../world/world.ts';

/** A customer with a target of every kind that has a connection. It has no users: provider administrators switch to it. */
export const showcase = 'Westfield Staffing';

/** Where the doubles of the kinds are, and the vendor whose jobs the customer collects when somebody runs its task. */
export type ShowcaseSites = { readonly doubleUrls: Readonly<Record<AdapterName, string>>; readonly vendorSiteUrl: string };

const firstAdapter = targetKinds.find(({ adapter }) => adapter !== null)?.adapter;
const feedKinds = targetKinds.filter(({ id }) => isPublished(id));
const sentMaps: readonly MapKind[] = ['facility', 'degree', 'specialty'];
/** Kinds whose jobs need no value of the other lists. */
const maps: Partial<Record<AdapterName, readonly MapKind[]>> = {
  crelate: ['facility', 'specialty'],
  travelNurseSource: ['degree', 'specialty'],
  laborEdge: [],
};

/** Names of the values that the doubles accept, where a target's lists are not read from it. */
const names: Partial<Record<AdapterName, Readonly<Record<'degree' | 'specialty', readonly string[]>>>> = {
  crelate: { degree: [], specialty: ['ICU', 'Telemetry'] },
  ctm: { degree: ['RN'], specialty: ['Med Surg', 'Telemetry'] },
  salesforce: { degree: ['RN'], specialty: ['ICU'] },
  travelNurseSource: { degree: ['RN', 'LPN'], specialty: ['ICU', 'Telemetry'] },
};

/**
 * Gives the customer its targets and a task, once. Every start gives them the addresses of the doubles, whose ports change; a target
 * that a person connected elsewhere keeps its address.
 */
export async function seedShowcase(
  { db, secrets }: Services,
  customerId: number,
  { doubleUrls, vendorSiteUrl }: ShowcaseSites,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const held = await targetsOf(tx, customerId);
    const place = { tx, secrets, customerId };
    const rows = held.length === 0 ? await newTargets(place, doubleUrls) : movedTargets(held, doubleUrls);
    if (rows.length > 0) await writeRows(tx, customerId, rows);
    await seedTask(place, `${vendorSiteUrl}${vendorFeedPaths.medloop}`);
  });
}

async function newTargets(place: Place, doubleUrls: ShowcaseSites['doubleUrls']): Promise<Publication[]> {
  const rows: Publication[] = [];
  for (const { adapter, id } of targetKinds)
    if (adapter !== null) rows.push(...(await newTarget(place, adapter, id, doubleUrls[adapter])));
  return [...rows, ...(await newFeeds(place))];
}

/** Targets with a new address of their double. */
const movedTargets = (held: readonly StoredTarget[], doubleUrls: ShowcaseSites['doubleUrls']): Publication[] =>
  held.flatMap(({ row, settings }): Publication[] => {
    const { adapter } = targetKind(row.typeId);
    if (adapter === null || !isOnLoopback(settings['loginInfoUrl'])) return [];
    const { loginInfoUrl } = doubles[adapter].settings(doubleUrls[adapter]);
    return [{ collection: 'target', row, extra: { settings: { ...settings, loginInfoUrl } } }];
  });

const isOnLoopback = (address: unknown): boolean => typeof address === 'string' && address.startsWith('http://127.0.0.1:');

type Place = { readonly tx: Tx; readonly secrets: Services['secrets']; readonly customerId: number };

const common = {
  disabled: false,
  checkState: 'unchecked',
  hierarchyLevel: 'both',
  posting: 'live',
  mappingRequired: true,
  takesOnly: null,
} as const;

async function newTarget(
  { tx, secrets, customerId }: Place,
  adapter: AdapterName,
  typeId: number,
  url: string,
): Promise<Publication[]> {
  const [id = 0] = await nextIds(tx, 'target', 1);
  const kind = targetKind(typeId);
  for (const [field, secret] of Object.entries(doubles[adapter].secrets))
    await secrets.put(tx, targetSecret(customerId, id, field as SecretField), secret);
  const row: TargetRow = {
    ...common,
    id,
    typeId,
    name: kind.name,
    canPost: kind.delivery === 'sent',
    maps: [...(maps[adapter] ?? sentMaps)],
    // Each ATS has IDs of its own. Texts are mapped to the first one first.
    ...(adapter !== firstAdapter && { mapsItself: true }),
    specialtyDependsOnDegree: adapter === 'bullhorn',
  };
  const settings = { ...doubles[adapter].settings(url), autoMap: true };
  const lists = await listRows(tx, adapter, id);
  return [
    { collection: 'target', row, extra: { settings } },
    ...(await seedFieldMapping(tx, row)),
    ...lists.map((value): Publication => ({ collection: 'atsValue', row: value })),
  ];
}

/** The lists of a target that are not read from it. */
async function listRows(tx: Tx, adapter: AdapterName, targetId: number): Promise<AtsValueRow[]> {
  const named = names[adapter];
  if (!named) return [];
  const { facility, ...known } = doubles[adapter].values;
  const places = maps[adapter]?.includes('facility') === false ? [] : demoFacilities(facility.length);
  const listed = [
    ...places.map(({ name, address, city, state, zip }, at) => ({
      kind: 'facility' as const,
      extId: facility[at] ?? '',
      name,
      address,
      city,
      state,
      zip,
    })),
    ...(['degree', 'specialty'] as const).flatMap((kind) =>
      named[kind].map((name, at) => ({
        kind,
        extId: known[kind][at] ?? '',
        name,
        address: null,
        city: null,
        state: null,
        zip: null,
      })),
    ),
  ];
  const ids = await nextIds(tx, 'atsValue', listed.length);
  return listed.map((value, at) => ({ ...value, id: ids[at] ?? 0, targetId, parentId: null, active: true }));
}

async function newFeeds({ tx, customerId }: Place): Promise<Publication[]> {
  const rows: Publication[] = [];
  for (const { id: typeId, name } of feedKinds) {
    const [id = 0] = await nextIds(tx, 'target', 1);
    await newFeedAddress(tx, { customerId, targetId: id }, new Date());
    const row: TargetRow = { ...common, id, typeId, name, canPost: false, maps: [], specialtyDependsOnDegree: true };
    rows.push({ collection: 'target', row, extra: { settings: {} } });
  }
  return rows;
}

/** A task that runs when a person asks for it, so that the first start does not wait for its jobs. */
async function seedTask({ tx, secrets, customerId }: Place, url: string): Promise<void> {
  const found = await findDemoTask(tx, customerId, { name: 'Westfield VMS', crawler: 1, everyMinutes: null, has: ['url'] });
  if (!found) return;
  const { row, settings, publications } = found;
  await storeCredentials(tx, secrets, { customerId, taskId: row.id }, { url });
  const extra = { settings: { ...settings, feed: shownAddress(url) } };
  await writeRows(tx, customerId, [...publications, { collection: 'task', row, extra }]);
}
