import type { ArgsOf } from '#contract/kit/endpoint.ts';
import { no } from '#contract/kit/result.ts';
import { saveTarget } from '#contract/posting/posting.ts';
import { absent } from '#contract/rows/absent.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { usuallyMapped } from '#domain/posting/field-mapping/kind-lines.ts';
import type { ConnectionForm } from '#domain/targets/connection-form.ts';
import { connectionForm } from '#domain/targets/connection-forms/connections.ts';
import { addressOf, connectionProblems, secretsOf } from '#domain/targets/connection-problems.ts';
import { kindSettingProblems } from '#domain/targets/settings/setting-problems.ts';
import { canConnect, isPublished, isSentTo, type TargetKind, targetKind } from '#domain/targets/target-kinds.ts';
import { nextIds } from '../feed/publish.ts';
import { changedNames, changesBetween } from '../kit/db/audit.ts';
import type { Tx } from '../kit/db/connection.ts';
import { done } from '../kit/http/audited.ts';
import { type Handler, handle } from '../kit/http/handle.ts';
import { type Loader, rowOfActor } from '../kit/http/loaders.ts';
import { clearReads } from '../targets/list-dates.ts';
import { storedSecrets, targetSecret } from '../targets/open-target.ts';
import { documentedTargets, type StoredTarget } from '../targets/target-rows.ts';
import { newFeedAddress } from './feeds/feed-addresses.ts';
import { seedFieldMapping } from './field-mapping/seed-field-mapping.ts';
import { ownMapping, startTwins } from './target-settings/own-mapping.ts';
import { savedRow, savedSettings } from './target-settings/saved-settings.ts';
import { settingChanges } from './target-settings/setting-changes.ts';

type Args = ArgsOf<typeof saveTarget>;

/** True if secrets that were given for the one address would go to another host, port or protocol. */
const isOtherOrigin = (before: unknown, after: string): boolean =>
  typeof before === 'string' && URL.canParse(before) && after !== '' && new URL(after).origin !== new URL(before).origin;

const stored = rowOfActor('target', 'id', { lock: true });

/** The target that is saved. Id 0 is a new one, with the id 0 until it is written; only administrators may add it. */
const savedTarget: Loader<Args, StoredTarget> = {
  locks: true,
  absent: ({ id, customerId }) => (id === 0 && customerId !== undefined ? absent('customer', customerId) : absent('target', id)),
  find: async (db, args, actor) => {
    if (args.id !== 0) {
      const target = await stored.find(db, args, actor);
      return args.customerId === undefined || args.customerId === target?.customerId ? target : undefined;
    }
    if (!actor?.administrator) return undefined;
    const customerId = args.customerId ?? actor.customerId;
    const customer = db.selectFrom('customer').select('id').where('id', '=', customerId).where('deleted_at', 'is', null);
    return (await customer.executeTakeFirst()) && { customerId, row: newRow(targetKind(args.typeId ?? 0)), settings: {} };
  },
};

const newRow = ({ id: typeId }: TargetKind): TargetRow => ({
  id: 0,
  typeId,
  name: '',
  maps: usuallyMapped(typeId),
  specialtyDependsOnDegree: usuallyMapped(typeId).includes('degree'),
  disabled: false,
  canPost: isSentTo(typeId),
  checkState: 'unchecked',
  hierarchyLevel: 'both',
  // A new connection shows what it would send before it writes to an agency's ATS. A feed is read, not written to.
  posting: isSentTo(typeId) ? 'dryRun' : 'live',
  mappingRequired: true,
  takesOnly: null,
});

type Held = Awaited<ReturnType<typeof storedSecrets>>;

/** The secrets that must be sent again because the address is of another host: a secret is only sent to the host it was given for. */
function missingAgain(form: ConnectionForm | null, args: Args, held: Held): Readonly<Record<string, string>> | null {
  const isStored = (name: string) => held[name as keyof Held] !== undefined;
  const missing = secretsOf(form ?? { fields: [] }).filter(
    ({ name, isRequired }) => args[name as 'password' | 'clientSecret'] === '' && (isRequired || isStored(name)),
  );
  const remedyOf = (label: string) => `Write the ${label.toLowerCase()} again: the address is of another host.`;
  return missing.length === 0 ? null : Object.fromEntries(missing.map(({ name, label }) => [name, remedyOf(label)]));
}

/** Whether a save changes how the service signs in: a secret, or a field of the form that connects the kind. */
const changesConnection = (target: StoredTarget, settings: StoredTarget['settings'], { password, clientSecret }: Args): boolean =>
  password !== '' ||
  clientSecret !== '' ||
  (connectionForm(target.row.typeId)?.fields ?? []).some(({ name }) => settings[name] !== target.settings[name]);

/** Whether a sign-in at the target's own page ends: it was given to one app at one address. */
const isOtherApp = (before: StoredTarget['settings'], after: StoredTarget['settings'], address: string | null): boolean =>
  ['clientId', ...(address === null ? [] : [address])].some((name) => before[name] !== after[name]);

/** Whether other settings may let other values of its lists through, so that the next sync has to read all. Notes do not. */
const readsOthers = (before: StoredTarget['settings'], after: StoredTarget['settings']): boolean =>
  changedNames(before, after).some((name) => name !== 'notes');

/** Gives a new target its id and, for a feed, its address that cannot be guessed. */
async function created(tx: Tx, customerId: number, row: TargetRow, now: Date): Promise<TargetRow> {
  const [id] = await nextIds(tx, 'target', 1);
  if (id === undefined) throw new Error('the database gave no id');
  if (isPublished(row.typeId)) await newFeedAddress(tx, { customerId, targetId: id }, now);
  return { ...row, id };
}

/** Adds a target or changes its connection. The form of its kind says what is missing. */
export const saveTargetRoute: Handler = handle(
  saveTarget,
  {
    audit: 'target.save',
    load: { target: savedTarget },
    // A new host needs the secrets again, so that a changed address is confirmed too.
    stepUp: ({ password, clientSecret }) => password !== '' || clientSecret !== '',
  },
  async (args, { services: { secrets, now }, tx, customerId, actor, write }, { target }) => {
    const kind = targetKind(target.row.typeId);
    const isNew = target.row.id === 0;
    if (isNew && !canConnect(kind)) return no({ kind: 'invalid', fields: { typeId: 'Choose a type that can be connected' } });
    const form = connectionForm(kind.id);
    const address = addressOf(form);
    const settings = savedSettings(target, args);
    const moved = address !== null && args.url !== undefined && isOtherOrigin(target.settings[address], args.url);
    const reconnects = changesConnection(target, settings, args);
    if (kind.isConnectedByAdministrators && !actor.administrator && reconnects) return no({ kind: 'forbidden' });
    // Who works as another user could otherwise send that customer's stored secrets to a host of their own.
    if (actor.impersonating && (moved || args.password !== '' || args.clientSecret !== '')) return no({ kind: 'forbidden' });
    const held: Held = isNew ? {} : await storedSecrets(secrets, tx, customerId, target.row);
    const again = moved ? missingAgain(form, args, held) : null;
    if (again) return no({ kind: 'invalid', fields: again });
    const given = Object.fromEntries(
      (['password', 'clientSecret'] as const).flatMap((name) => (args[name] === '' ? [] : [[name, args[name]]])),
    );
    const wrong = args.isDisabled || !form ? null : connectionProblems(form, { ...settings, ...held, ...given });
    const fields = wrong ?? kindSettingProblems(kind.id, settings);
    if (fields) return no({ kind: 'invalid', fields });
    const mapped = await ownMapping(tx, target, savedRow(target.row, args, settings, reconnects), args.mapsItself);
    if (!mapped.ok) return no({ kind: 'invalid', fields: mapped.error });
    const changed = mapped.value;
    const row = isNew ? await created(tx, customerId, changed, now()) : changed;
    for (const [name, value] of Object.entries(given))
      await secrets.put(tx, targetSecret(customerId, row.id, name as keyof Held), value);
    if (held.refreshToken !== undefined && isOtherApp(target.settings, settings, address))
      await secrets.put(tx, targetSecret(customerId, row.id, 'refreshToken'), null);
    write({ collection: 'target', row, extra: { settings } });
    await startTwins(tx, customerId, target.row, row);
    if (!isNew && (reconnects || readsOthers(target.settings, settings)))
      await clearReads(tx, { customerId, targetId: row.id }, now());
    if (isNew) for (const line of await seedFieldMapping(tx, row)) write(line);
    const [saved] = await documentedTargets(tx, [{ ...target, row, settings }], actor);
    if (!saved) return no({ kind: 'not_found' });
    return done(saved, {
      object: ['target', row.id],
      changed: { ...changesBetween(isNew ? null : target.row, row), ...settingChanges(target.settings, settings) },
      facts: {
        newPassword: args.password !== '',
        newClientSecret: args.clientSecret !== '',
      },
    });
  },
);
