import { openDatabase } from '#server/kit/db/connection.ts';
import type { KeyPlace } from '#server/kit/keys/master-keys.ts';
import { startWithKeys } from '#server/kit/keys/root-keys.ts';
import { createSecrets } from '#server/kit/lib/secrets.ts';
import type { ServiceProcess } from '#tests/support/service-process.ts';
import type { TestService } from '#tests/support/test-service.ts';
import type { Answer, Door } from './stage.ts';

/** A stream that stays open has answered; its first bytes are enough. */
const streamMs = 1500;

/** The service in this process. `db` is another connection to its database, for rows that the suite plants and compares. */
export function doorOfTest(service: TestService, db = service.services.db): Door {
  return {
    db,
    secrets: service.services.secrets,
    now: service.services.now,
    async ask({ method, path, headers, body }) {
      const response = await service.app.inject({
        method: method as 'GET',
        url: path,
        headers: { ...headers },
        ...(body === undefined ? {} : { payload: body }),
      });
      return { status: response.statusCode, text: response.body, headers: response.headers };
    },
  };
}

/** The built service, started; `place` is where its keys are. */
export async function doorOfProcess(service: ServiceProcess, place: KeyPlace): Promise<Door & { close(): Promise<void> }> {
  const db = openDatabase(service.databaseUrl(), { max: 4 });
  return {
    db,
    secrets: createSecrets(...(await startWithKeys(db, place))),
    now: () => new Date(),
    async ask({ method, path, headers, body }): Promise<Answer> {
      const init = { method, headers: { ...headers }, redirect: 'manual', ...(body === undefined ? {} : { body }) } as const;
      const response = await fetch(`http://127.0.0.1:${service.port}${path}`, init);
      const isStream = (response.headers.get('content-type') ?? '').includes('event-stream');
      const text = isStream ? await firstBytes(response) : await response.text();
      return { status: response.status, text, headers: Object.fromEntries(response.headers) };
    },
    close: () => db.destroy(),
  };
}

async function firstBytes(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, streamMs, undefined));
  const first = await Promise.race([reader?.read(), late]);
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}
