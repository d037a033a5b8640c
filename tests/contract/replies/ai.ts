import { aDescription } from '#tests/support/factories/dataset-factory.ts';
import type { Request } from './request.ts';

const shift = {
  starttime: '19:00',
  endtime: '07:00',
  substring: 'nights 19:00-07:00',
  shiftlength: 12,
  numberofshifts: 3,
  modifiers: ['night'],
};

/** Calls about AI that our own client does not make: it labels descriptions by a change of the device. */
export const aiRequests: readonly Request[] = [
  {
    call: 'POST /api/ai/dataset/:cust/upload',
    url: '/api/ai/dataset/me/upload',
    as: 'administrator',
    file: JSON.stringify({ description: aDescription, job: 'REQ-7', source: 'Medloop', workType: 1 }),
    prepares: true,
  },
  {
    call: 'POST /api/ai/dataset/:cust',
    url: '/api/ai/dataset/me',
    as: 'administrator',
    body: { id: 1, shift, billrate: { substring: '$92.50', billrate: 92.5, minbillrate: null } },
    // What the built-in engine reads is the matter of its own tests.
    read: (reply) => ({ ...(reply as object), proposals: 'of the built-in engine' }),
  },
];
