import { expect, test } from 'vitest';
import { BullhornSettings } from './open-target.ts';

const settings = { loginInfoUrl: 'https://rest.example/loginInfo', username: 'api', clientId: 'c', ownerId: 1, contactId: 2 };

test('a doubtful post is looked up for a minute at least, and for longer unless told otherwise', () => {
  expect(BullhornSettings.parse(settings).lookupSeconds).toEqual([30, 120, 300, 900]);
  expect(BullhornSettings.parse({ ...settings, lookupSeconds: [5, 10, 15, 30] }).lookupSeconds).toEqual([5, 10, 15, 30]);
  const hasty = BullhornSettings.safeParse({ ...settings, lookupSeconds: [1, 2, 3, 4] });
  expect(hasty.error?.issues).toMatchObject([
    { path: ['lookupSeconds'], message: expect.stringContaining('60 seconds or more') },
  ]);
});
