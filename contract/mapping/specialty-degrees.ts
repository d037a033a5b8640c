import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { saveFails } from './ats-entry.ts';

const Text = z.string().nullable();

export const listSpecialtyDegrees = endpoint('GET /api/map/specdegreemap/:targetId', {
  about: 'The specialties of a target’s list, each with the degree it belongs to.',
  args: z.object({ targetId: Id }),
  reply: z.array(
    z.object({
      specialtyExternalId: wire('SpecialtyExternal_ID', z.string()),
      specialtyName: wire('SpecialtyObjectName', z.string()),
      degreeExternalId: wire('DegreeExternal_ID', Text),
      degreeName: wire('DegreeObjectName', Text),
    }),
  ),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: [
    {
      specialtyExternalId: '12',
      specialtyName: 'Intensive Care',
      degreeExternalId: '1',
      degreeName: 'Registered Nurse',
    },
  ],
});

export const saveSpecialtyDegree = endpoint('POST /api/map/specdegreemap/save/:specExtId/:targetId', {
  about: 'Sets the degree that a specialty belongs to; null removes it.',
  args: z.object({
    specExtId: z.string().min(1).max(200),
    targetId: Id,
    degreeExternalId: wire('DegreeExternal_ID', z.string().max(200).nullable()),
  }),
  reply: z.object({ message: z.string() }),
  fails: saveFails,
  needs: 'lists.write',
  offline: 'online',
  example: { message: messages.saved },
});

export const specialtyDegreeEndpoints = [listSpecialtyDegrees, saveSpecialtyDegree];
