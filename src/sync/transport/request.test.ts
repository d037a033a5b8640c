import { expect, test } from 'vitest';
import { uploadAtsClients, uploadJobs } from '#contract/collecting/uploads.ts';
import { requestOf } from './request.ts';

test('An upload sends the file once, with its own name, after every other argument', () => {
  const file = new File(['id,name\n1,Mercy\n'], 'clients.csv');
  const args = { cust: 2, target: 5, fileName: 'ignored', file: new Uint8Array() };
  const { path, body } = requestOf(uploadAtsClients, args, file);
  expect(path).toBe('/api/upload/atsobects/clients/5/2');
  expect(body instanceof FormData && [...body.entries()]).toEqual([['file', file]]);
});

test('Path keys are encoded into the path', () => {
  expect(requestOf(uploadJobs, { cust: 'me', fileName: 'x', file: new Uint8Array() }, new File([], 'x')).path).toBe(
    '/api/upload/jobs/me',
  );
});
