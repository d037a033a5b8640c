import { type Endpoint, routeOf } from '#contract/kit/endpoint.ts';
import type { TestService } from '#tests/support/test-service.ts';

/** Uploads a file as multipart form data, like a browser. */
export async function sendFile(
  service: TestService,
  endpoint: Endpoint,
  path: Readonly<Record<string, string | number>>,
  text: string,
  token: string,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const boundary = 'x-boundary-x';
  const url = routeOf(endpoint).path.replaceAll(/:(\w+)/g, (_, key: string) => String(path[key] ?? ''));
  const payload = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="list.csv"\r\nContent-Type: text/csv\r\n\r\n${text}\r\n--${boundary}--\r\n`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` };
  const response = await service.app.inject({ method: 'POST', url, headers, payload });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}
