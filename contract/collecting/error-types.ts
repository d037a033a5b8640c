import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { wire } from '../kit/wire-names.ts';

export const listErrorTypes = endpoint('GET /api/errortypes', {
  about: 'The kinds of errors of collections, posts, emails and AI calls, by code.',
  args: z.object({}),
  reply: z.array(z.object({ code: wire('ErrorTypeCode', z.number()), name: wire('ErrorTypeName', z.string()) })),
  fails: [],
  needs: 'session',
  offline: 'cached',
  example: [{ code: 2, name: 'Sign-in refused' }],
});

export const errorTypeEndpoints = [listErrorTypes];
