import { writeRows } from './feed/publish.ts';
import { urlOf } from './kit/db/connection.ts';
import { createActors } from './kit/http/actors.ts';
import type { Services } from './kit/http/handle.ts';
import { createLive } from './kit/http/live.ts';
import { accessTokenPurpose } from './kit/http/tokens/access-token.ts';
import type { RootKeys } from './kit/keys/root-keys.ts';
import { storingMailer } from './kit/lib/mail.ts';
import { createSecrets } from './kit/lib/secrets.ts';
import { readPeople } from './read-people.ts';

/** The services of a process, from its database, root keys, settings and clock. */
export function createServices(
  parts: Omit<Services, 'secrets' | 'readPeople' | 'writeRows' | 'mail' | 'live' | 'actors'> & { readonly rootKeys: RootKeys },
): Services {
  const { rootKeys, ...given } = parts;
  const { db, log, now } = given;
  const secrets = createSecrets(...rootKeys);
  return {
    ...given,
    secrets,
    writeRows,
    readPeople,
    mail: storingMailer,
    live: createLive(() => urlOf(db), log),
    actors: createActors(db, secrets.derive(accessTokenPurpose), now),
  };
}
