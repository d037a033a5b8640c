import type { Logger } from 'pino';
import { publish } from './feed/publish.ts';
import { type Db, urlOf } from './kit/db/connection.ts';
import { accessTokenPurpose } from './kit/http/access-token.ts';
import { createActors } from './kit/http/actors.ts';
import type { Services } from './kit/http/handle.ts';
import { createLive } from './kit/http/live.ts';
import { storingMailer } from './kit/lib/mail.ts';
import { createSecrets } from './kit/lib/secrets.ts';

/** The services of a process, from its database, master key, settings and clock. */
export function createServices(parts: {
  db: Db;
  masterKey: Uint8Array;
  log: Logger;
  now: () => Date;
  config: Services['config'];
}): Services {
  const { db, log, now, config } = parts;
  const secrets = createSecrets(parts.masterKey);
  return {
    db,
    log,
    now,
    config,
    secrets,
    publish,
    mail: storingMailer,
    live: createLive(() => urlOf(db), log),
    actors: createActors(db, secrets.derive(accessTokenPurpose), now),
  };
}
