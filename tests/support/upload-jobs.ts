import type { APIRequestContext } from 'playwright/test';
import { demo } from './api-client.ts';

/** The administrator of the demo agency uploads jobs as CSV, from another device. The source is new, or one that exists. */
export async function uploadJobs(request: APIRequestContext, address: string, text: string, source = 'Arrivals'): Promise<void> {
  const [username, password] = demo.administrator;
  const signedIn = await request.post(`${address}/auth/login`, { data: { username, password } });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  const file = { name: 'arrivals.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  const read = await request.post(`${address}/api/upload/jobs/me`, { headers, multipart: { file } });
  const data = { file: ((await read.json()) as { file: string }).file, source };
  const staged = await request.post(`${address}/api/upload/jobs/commit/me`, { headers, data });
  if (!staged.ok()) throw new Error(`The upload was refused: ${await staged.text()}`);
}
