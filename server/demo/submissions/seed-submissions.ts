import { sql } from 'kysely';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { openDocumentSteps, openSteps, type StepBook } from '#server/submissions/mapping/step-book.ts';
import { submissionSecret } from '#server/submissions/targets/secret-places.ts';
import { doubleCredentials } from '../bullhorn/bullhorn-double.ts';
import { demoDocumentTypes } from '../bullhorn/demo-candidates.ts';
import { demoDegrees, demoSpecialties } from '../world/world.ts';
import { trioKey, trioTenant } from './trio-double.ts';

type Systems = { readonly bullhornUrl: string; readonly trioUrl: string };
type Targets = { readonly source: number; readonly destination: number };

/**
 * Gives a customer both doubles as submission targets, with their lists, a mapping of the degrees, specialties and documents that
 * Jobdock's own lists name (`adds`: of each, so that the lists name it), and a package of a resume and a license. Done once; later only the addresses change, because the ports do.
 */
export async function seedSubmissions(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  customerId: number,
  { bullhornUrl, trioUrl }: Systems,
  adds = false,
): Promise<Targets> {
  const { clientId, clientSecret, username, password } = doubleCredentials;
  const bullhorn = {
    systemId: 8,
    name: 'Demo Bullhorn',
    orgKey: `${clientId}:${username}`,
    site: `${bullhornUrl}/rest-services/loginInfo`,
    secret: `${clientSecret}:${password}`,
  };
  const trio = { systemId: 61, name: 'Demo Trio', orgKey: '', site: `${trioUrl}/${trioTenant}/api/v3`, secret: trioKey };
  return db.transaction().execute(async (tx) => {
    const held = await tx.selectFrom('submission_target').select(['id', 'name']).where('customer_id', '=', customerId).execute();
    const idOf = (name: string) => held.find((one) => one.name === name)?.id;
    const known = { source: idOf(bullhorn.name), destination: idOf(trio.name) };
    if (known.source !== undefined && known.destination !== undefined) {
      await moved(tx, customerId, known.source, bullhorn.site);
      await moved(tx, customerId, known.destination, trio.site);
      return { source: known.source, destination: known.destination };
    }
    const add = async ({ systemId, name, orgKey, site, secret }: typeof bullhorn) => {
      const settings = { errorField: 'customText4', errorStatus: 'Not submitted', subscriptionName: 'jobdock-submissions' };
      const values = {
        customer_id: customerId,
        system_id: systemId,
        name,
        org_key: orgKey,
        site,
        settings: JSON.stringify(settings),
      };
      const { id } = await tx.insertInto('submission_target').values(values).returning('id').executeTakeFirstOrThrow();
      await secrets.put(tx, submissionSecret(customerId, id), secret);
      return id;
    };
    const targets = { source: await add(bullhorn), destination: await add(trio) };
    const steps = await openSteps(tx, customerId, [targets.source, targets.destination], {
      by: 'Jobdock',
      at: new Date().toISOString(),
    });
    for (const degree of demoDegrees) await mapDegree(tx, { customerId, targets, adds, steps }, degree);
    await steps.write();
    await mapDocuments(tx, customerId, targets);
    return targets;
  });
}

const moved = (tx: Tx, customerId: number, id: number, site: string) =>
  tx.updateTable('submission_target').set({ site }).where('customer_id', '=', customerId).where('id', '=', id).execute();

type Entry = { readonly kind: 'degree' | 'specialty' | 'document'; readonly extId: string; readonly name: string };

async function addEntry(tx: Tx, customerId: number, targetId: number, entry: Entry, degreeExtId = ''): Promise<number> {
  const { kind, extId, name } = entry;
  const values = { customer_id: customerId, target_id: targetId, kind, ext_id: extId, name, degree_ext_id: degreeExtId };
  return (await tx.insertInto('submission_entry').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** The entry of Jobdock's own list with one of these names. If it has none, the first name is added where `adds` says so; else undefined. */
async function ownEntry(
  tx: Tx,
  kind: Entry['kind'],
  names: readonly [string, ...string[]],
  adds: boolean,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`with held as (select id from jr_entry where kind = ${kind} and not removed
      and lower(name) = any(${names.map((name) => name.toLowerCase())}::text[]) order by id limit 1),
    added as (insert into jr_entry (kind, name) select ${kind}, ${names[0]} where ${adds} and not exists (select from held)
      on conflict (kind, lower(name)) do update set removed = false returning id)
    select id from held union all select id from added`.execute(tx);
  return rows[0]?.id;
}

type Mapped = {
  readonly customerId: number;
  readonly targets: Targets;
  readonly adds: boolean;
  readonly steps: StepBook<'submissionPair'>;
};

async function mapDegree(tx: Tx, { customerId, targets, adds, steps }: Mapped, degree: (typeof demoDegrees)[number]) {
  const { source, destination } = targets;
  const { id, name } = degree;
  const there = String(500 + id);
  const from = await addEntry(tx, customerId, source, { kind: 'degree', extId: String(id), name });
  const to = await addEntry(tx, customerId, destination, { kind: 'degree', extId: there, name });
  const own = await ownEntry(tx, 'degree', [name, ...degree.sentAs], adds);
  for (const specialty of demoSpecialties.filter(({ degreeId }) => degreeId === id)) {
    const entry = (extId: number) => ({ kind: 'specialty' as const, extId: String(extId), name: specialty.name });
    const ids = [
      await addEntry(tx, customerId, source, entry(specialty.id), String(id)),
      await ownEntry(tx, 'specialty', [specialty.name, ...specialty.sentAs], adds),
      await addEntry(tx, customerId, destination, entry(5000 + specialty.id), there),
    ] as const;
    // What Jobdock's own list does not name is left for people to map.
    if (own === undefined || ids[1] === undefined) continue;
    const jr = { jrDegreeId: own, jrSpecialtyId: ids[1] };
    steps.store({ targetId: source, side: 'from', degreeId: from, specialtyId: ids[0], ...jr });
    steps.store({ targetId: destination, side: 'to', degreeId: to, specialtyId: ids[2], ...jr });
  }
}

async function mapDocuments(tx: Tx, customerId: number, { source, destination }: Targets): Promise<void> {
  const packed: number[] = [];
  const at = new Date().toISOString();
  const steps = await openDocumentSteps(tx, customerId, [source, destination], { by: 'Jobdock', at });
  for (const { name } of demoDocumentTypes) {
    const from = await addEntry(tx, customerId, source, { kind: 'document', extId: name, name });
    const extId = name.slice(0, 3).toUpperCase();
    const to = await addEntry(tx, customerId, destination, { kind: 'document', extId, name });
    const own = await ownEntry(tx, 'document', [name], true);
    if (own !== undefined) {
      steps.store({ targetId: source, side: 'from', documentId: from, jrDocumentId: own });
      steps.store({ targetId: destination, side: 'to', documentId: to, jrDocumentId: own });
    }
    if (packed.length < 2) packed.push(to);
  }
  await steps.write();
  const [id = 0] = await nextIds(tx, 'submissionPackage', 1);
  const content = {
    targetId: destination,
    degreeId: 0,
    specialtyId: 0,
    documents: packed,
    note: '',
    isDefault: true,
    defaultAt: at,
  };
  const row = { id, ...content, version: 1, by: 'Jobdock', at, ref: null, purged: false };
  await writeRows(tx, customerId, [{ collection: 'submissionPackage', row }]);
}
