import type { CrawlerField, CrawlerSettings, CredentialName, FieldSetup } from '#contract/rows/crawler-settings.ts';

/** What tasks sign in with, in the order of their form. */
export const credentialNames: readonly CredentialName[] = ['url', 'username', 'password', 'orgKey', 'secretKey'];
/** Every field that a crawler can give its tasks, in the order of their form. */
export const crawlerFields: readonly CrawlerField[] = ['label', ...credentialNames, 'description', 'switch'];

const off: FieldSetup = { active: false, customizable: false, adminOnly: false, text: '' };
const open: FieldSetup = { active: true, customizable: true, adminOnly: false, text: '' };

/** Settings of a crawler whose tasks have these fields, which people of the customer may change. */
export const settingsWith = (...fields: readonly CrawlerField[]): CrawlerSettings => ({
  url: off,
  username: off,
  password: off,
  orgKey: off,
  secretKey: off,
  description: off,
  label: off,
  switch: off,
  ...Object.fromEntries(fields.map((field) => [field, open])),
  onlyLabel: false,
  hideFromWizard: false,
  presetOrgKey: false,
});

/** What can be set of a crawler's field, or of the crawler. */
export type Flag = keyof FieldSetup | 'onlyLabel' | 'hideFromWizard' | 'presetOrgKey';

/**
 * Whether a flag can be set, by the flags that it depends on:
 * - with `onlyLabel`, no field but the note is active;
 * - `customizable`, `adminOnly` and `text` need `active`, and `customizable` a field that is not for administrators alone;
 * - the note is the crawler's own, so it is never customizable, and a note for administrators would not reach its readers;
 * - `onlyLabel` needs the note, `presetOrgKey` the org key, which is then locked and so not customizable. Nor is the address, so that
 *   people of a customer cannot have the key sent to a host of their own.
 */
export function canSet(settings: CrawlerSettings, flag: Flag, field: CrawlerField | null): boolean {
  if (field === null) {
    if (flag === 'onlyLabel') return settings.label.active;
    return flag !== 'presetOrgKey' || settings.orgKey.active;
  }
  if (settings.onlyLabel && field !== 'label') return false;
  if (flag === 'active') return true;
  if (!settings[field].active) return false;
  if (flag === 'text') return true;
  if (field === 'label') return false;
  if (flag === 'adminOnly') return true;
  return !settings[field].adminOnly && !(settings.presetOrgKey && (field === 'orgKey' || field === 'url'));
}

/** The settings with every flag off, and every text blank, whose conditions are not met. */
export function settled(settings: CrawlerSettings): CrawlerSettings {
  const onlyLabel = settings.onlyLabel && canSet(settings, 'onlyLabel', null);
  const active = { ...settings, onlyLabel };
  for (const field of crawlerFields) if (!canSet(active, 'active', field)) active[field] = { ...active[field], active: false };
  active.presetOrgKey = active.presetOrgKey && canSet(active, 'presetOrgKey', null);
  const result = { ...active };
  for (const field of crawlerFields) result[field] = settledField(active, field);
  return result;
}

function settledField(settings: CrawlerSettings, field: CrawlerField): FieldSetup {
  const { active, customizable, adminOnly, text } = settings[field];
  return {
    active,
    customizable: customizable && canSet(settings, 'customizable', field),
    adminOnly: adminOnly && canSet(settings, 'adminOnly', field),
    text: canSet(settings, 'text', field) ? text : '',
  };
}

/** What is wrong with settings that are settled, by flag; null if nothing is. */
export function settingsProblem(settings: CrawlerSettings): string | null {
  if (settings.label.active && settings.label.text === '') return 'Write the note, or switch it off';
  if (settings.switch.active && settings.switch.text === '') return 'Name the switch, or switch it off';
  return null;
}

/** What a task still lacks before it can run. Without any credential to fill in, a task is ready. */
export const missingCredentials = (settings: CrawlerSettings, has: readonly CredentialName[]): readonly CredentialName[] =>
  credentialNames.filter((name) => settings[name].active && !has.includes(name) && !(name === 'orgKey' && settings.presetOrgKey));

/** Crawlers that sign in with a key as password: Trio and feeds with a bearer key. Documented as types 57 and 60. */
const keyed: readonly number[] = [57, 60];
export const leastKeyLength = 32;

/** Whether the password of a crawler's tasks is a key, which is long and which administrators enter. */
export const signsInWithKey = (crawlerId: number): boolean => keyed.includes(crawlerId);

/** Whether someone may change a field of the tasks of a crawler. */
export function mayChange(
  { id, settings }: { readonly id: number; readonly settings: CrawlerSettings },
  field: CrawlerField,
  administrator: boolean,
): boolean {
  if (!settings[field].active || field === 'label') return false;
  if (field === 'orgKey' && settings.presetOrgKey) return false;
  if (administrator) return true;
  return settings[field].customizable && !settings[field].adminOnly && !signsInWithKey(id);
}

/** Whether someone sees a field of the tasks of a crawler. */
export const sees = (settings: CrawlerSettings, field: CrawlerField, administrator: boolean): boolean =>
  settings[field].active && (administrator || !settings[field].adminOnly);
