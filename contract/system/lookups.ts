import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { wire } from '../kit/wire-names.ts';

export const listStates = endpoint('GET /api/states/list', {
  about: 'States and territories of the United States and provinces of Canada; `ID` is the two-letter code.',
  args: z.object({}),
  reply: z.array(z.object({ id: wire('ID', z.string()), name: wire('NAME', z.string()) })),
  fails: [],
  needs: 'session',
  offline: 'cached',
  example: [{ id: 'WA', name: 'Washington' }],
});

export const listTimezones = endpoint('GET /api/Timezone/list', {
  about: 'Time zones of the tz database with their current offset from UTC.',
  args: z.object({}),
  reply: z.array(z.object({ id: wire('ID', z.string()), name: wire('Name', z.string()), offsetMinutes: z.number() })),
  fails: [],
  needs: 'session',
  offline: 'cached',
  example: [{ id: 'America/New_York', name: 'America/New York (UTC-05:00)', offsetMinutes: -300 }],
});

export const lookupsEndpoints = [listStates, listTimezones];
