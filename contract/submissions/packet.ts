import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef } from '../kit/ids.ts';
import { submissionAsked } from './submissions.ts';

/** Most bytes of all documents of a packet together. */
export const mostPacketBytes = 60 * 1024 * 1024;

export const previewPacket = endpoint('POST /api/submission/packet', {
  about: `The documents that would go along with a submission as one PDF, in the order of the package, after a cover page with the caregiver’s name, the package and the job. PDF documents and pictures (JPEG, PNG) are shown; the cover names each other document with the reason. It is made for the caller and never stored. All documents together may have ${mostPacketBytes / 1024 / 1024} MB.`,
  args: z.object({ me: CustomerRef.default('me'), ...submissionAsked }),
  reply: z.string(),
  raw: 'file',
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'submissions.use',
  offline: 'online',
  example: '%PDF-1.7',
});

export const submissionPacketEndpoints = [previewPacket];
