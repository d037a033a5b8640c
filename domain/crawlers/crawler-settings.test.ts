import { describe, expect, test } from 'vitest';
import {
  canSet,
  crawlerFields,
  mayChange,
  missingCredentials,
  sees,
  settingsProblem,
  settingsWith,
  settled,
  signsInWithKey,
} from './crawler-settings.ts';

const all = { active: true, customizable: true, adminOnly: true, text: 'Text' };
const everything = {
  ...settingsWith(...crawlerFields),
  ...Object.fromEntries(crawlerFields.map((field) => [field, all])),
  onlyLabel: false,
  hideFromWizard: true,
  presetOrgKey: true,
};

describe('dependent flags', () => {
  test('a field that is off has no other flag and no text', () => {
    const settings = settled({ ...everything, username: { ...all, active: false } });
    expect(settings.username).toEqual({ active: false, customizable: false, adminOnly: false, text: '' });
    expect(canSet(everything, 'customizable', 'username')).toBe(false);
  });

  test('a field for administrators alone is not customizable', () => {
    expect(settled(everything).password).toEqual({ active: true, customizable: false, adminOnly: true, text: 'Text' });
  });

  test('the note is shown to everyone and changed in the crawler alone', () => {
    expect(settled(everything).label).toEqual({ active: true, customizable: false, adminOnly: false, text: 'Text' });
  });

  test('with only the note, every other field is off, also the preset org key', () => {
    const settings = settled({ ...everything, onlyLabel: true });
    expect(crawlerFields.filter((field) => settings[field].active)).toEqual(['label']);
    expect(settings).toMatchObject({ onlyLabel: true, presetOrgKey: false, hideFromWizard: true });
  });

  test('only the note needs the note', () => {
    const settings = settled({ ...settingsWith('url'), onlyLabel: true });
    expect(settings).toMatchObject({ onlyLabel: false, url: { active: true } });
  });

  test('a preset org key needs the field, and locks it', () => {
    expect(settled({ ...settingsWith('url'), presetOrgKey: true }).presetOrgKey).toBe(false);
    const preset = settled({ ...settingsWith('orgKey'), presetOrgKey: true });
    expect(preset).toMatchObject({ presetOrgKey: true, orgKey: { active: true, customizable: false } });
    expect(settled({ ...settingsWith('url', 'orgKey'), presetOrgKey: true }).url.customizable).toBe(false);
    expect(mayChange({ id: 93, settings: preset }, 'orgKey', true)).toBe(false);
  });

  test('settling twice changes nothing more', () => {
    for (const settings of [everything, { ...everything, onlyLabel: true }, settingsWith('url', 'switch')])
      expect(settled(settled(settings))).toEqual(settled(settings));
  });

  test('a note and a switch need their text', () => {
    expect(settingsProblem(settled(everything))).toBeNull();
    expect(settingsProblem(settingsWith('label'))).toMatch(/note/);
    expect(settingsProblem(settingsWith('switch'))).toMatch(/Name the switch/);
  });
});

describe('a task', () => {
  test('lacks each active credential that is not stored; a preset org key is there', () => {
    const settings = settingsWith('url', 'username', 'password', 'orgKey');
    expect(missingCredentials(settings, ['url'])).toEqual(['username', 'password', 'orgKey']);
    expect(missingCredentials({ ...settings, presetOrgKey: true }, ['url', 'username', 'password'])).toEqual([]);
    expect(missingCredentials(settingsWith('description'), [])).toEqual([]);
  });

  test('is changed by people of the customer where a field is customizable, and by administrators otherwise', () => {
    const settings = { ...settingsWith('url', 'password'), password: { ...all, customizable: false, adminOnly: true } };
    const crawler = { id: 1, settings };
    expect([
      mayChange(crawler, 'url', false),
      mayChange(crawler, 'password', false),
      mayChange(crawler, 'password', true),
    ]).toEqual([true, false, true]);
    expect([sees(settings, 'password', false), sees(settings, 'password', true), sees(settings, 'orgKey', true)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  test.each([57, 60])('of crawler %i, which signs in with a key, is changed by administrators only', (id) => {
    const crawler = { id, settings: settingsWith('password') };
    expect([signsInWithKey(id), mayChange(crawler, 'password', false), mayChange(crawler, 'password', true)]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
