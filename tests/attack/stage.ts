import type { Endpoint } from '#contract/kit/endpoint.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { accessTokenPurpose, signAccessToken } from '#server/kit/http/tokens/access-token.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import { hashPassword } from '#server/people/auth/passwords.ts';
import { addUser, seedRoles } from '#server/seed/seed.ts';
import { plantPeople } from './plant/plant-people.ts';
import { insertAsGiven, plantRows } from './plant/plant-rows.ts';
import { canaryOf, type PlantedRow } from './plant/planted.ts';
import { sealRows } from './plant/seal-rows.ts';

/** An answer of the service, unparsed. */
export type Answer = { readonly status: number; readonly text: string; readonly headers: Readonly<Record<string, unknown>> };
export type RawRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
};

/** A service to attack: the built one over HTTP, or one in this process. */
export type Door = {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly now: () => Date;
  ask(request: RawRequest): Promise<Answer>;
};

/** Customers of the stage; the number is also the id of each of their rows. */
export const customers = {
  own: 610_001,
  foreign: 710_001,
  linked: 810_001,
  child: 910_001,
  deleted: 960_001,
  provider: 990_001,
} as const;
/** How the row or customer in a place relates to the caller. `absent` does not exist; `all` is -1. */
export type Relation = 'own' | 'foreign' | 'linked' | 'child' | 'deleted' | 'absent' | 'all';
const absentId = 1_999_999_999;
export function idOf(relation: Relation): number {
  if (relation === 'all') return -1;
  return relation === 'absent' ? absentId : customers[relation];
}

export type PersonaName = 'everything' | 'chief' | 'recruiter' | 'viewer' | 'disabled' | 'acting' | 'administrator';
type Persona = { readonly roleId: number; readonly home: 'own' | 'provider'; readonly linked: boolean };
const personas: Readonly<Record<PersonaName, Persona>> = {
  everything: { roleId: 5, home: 'own', linked: true },
  chief: { roleId: 1, home: 'own', linked: true },
  recruiter: { roleId: 3, home: 'own', linked: false },
  viewer: { roleId: 4, home: 'own', linked: false },
  disabled: { roleId: 5, home: 'own', linked: true },
  acting: { roleId: 2, home: 'provider', linked: true },
  administrator: { roleId: 2, home: 'provider', linked: false },
};
export const personaNames = Object.keys(personas) as PersonaName[];

/** Customers whose data a persona must never see or change. */
export function hiddenFrom(name: PersonaName): readonly Relation[] {
  if (name === 'administrator') return ['deleted'];
  return personas[name].linked && name !== 'disabled'
    ? ['foreign', 'child', 'deleted']
    : ['foreign', 'child', 'deleted', 'linked'];
}

/** Users of one persona: the limits count by user, so that more users may ask more. */
export const usersPerPersona = 8;

export class Stage {
  readonly door: Door;
  readonly #key: Uint8Array;
  /** Rows with encrypted texts, by customer. */
  readonly #sealed = new Map<number, readonly PlantedRow[]>();
  readonly #users = new Map<PersonaName, number[]>();
  readonly #tokens = new Map<number, string>();
  #turn = 0;
  /** Requests that were made. */
  requests = 0;

  private constructor(door: Door) {
    this.door = door;
    this.#key = door.secrets.derive(accessTokenPurpose);
  }

  /** Plants customers, their rows and the callers. */
  static async make(door: Door): Promise<Stage> {
    const stage = new Stage(door);
    const { db } = door;
    await db.transaction().execute(async (tx) => {
      await seedRoles(tx);
      for (const [name, id] of Object.entries(customers)) {
        const row = { name: canaryOf(id), provider: name === 'provider', parent_id: name === 'child' ? customers.own : null };
        await insertAsGiven(tx, 'customer', { id, ...row });
      }
    });
    for (const id of Object.values(customers)) {
      await plantPeople(db, id);
      await stage.plant(id);
      stage.#sealed.set(id, await sealRows(door, id));
      await stage.plant(id);
    }
    await db.updateTable('customer').set({ deleted_at: door.now() }).where('id', '=', customers.deleted).execute();
    for (const name of personaNames) await stage.#addUsers(name);
    return stage;
  }

  /** Gives a customer its planted rows again. */
  async plant(id: number): Promise<void> {
    await plantRows(this.door.db, id, this.#sealed.get(id) ?? []);
  }

  async #addUsers(name: PersonaName): Promise<void> {
    const { roleId, home, linked } = personas[name];
    const ids: number[] = [];
    // No one signs in with it, but calls that ask for a password check it.
    const passwordHash = await hashPassword(this.door.secrets, 'harbor-Lantern-58-copper');
    for (let n = 0; n < usersPerPersona; n++) {
      const customerId = customers[home];
      const id = await this.door.db.transaction().execute(async (tx) => {
        const user = {
          customerId,
          email: `${name}${n}@attack.test`,
          name: `${name} ${n}`,
          roleId,
          passwordHash,
          disclaimerBy: 'x',
        };
        const added = await addUser(tx, user);
        if (name === 'disabled')
          await tx.updateTable('app_user').set({ disabled_at: this.door.now() }).where('id', '=', added).execute();
        const at = this.door.now();
        const link = {
          customer_id: customerId,
          user_id: added,
          linked_customer_id: customers.linked,
          asked_at: at,
          agreed_at: at,
        };
        if (linked && home === 'own') await tx.insertInto('user_link').values(link).execute();
        return added;
      });
      ids.push(id);
    }
    this.#users.set(name, ids);
  }

  /** A valid access token of a user of the persona. `fresh` opens a new session, after a call ended the old one. */
  async token(name: PersonaName, user: number, fresh = false): Promise<string> {
    const known = fresh ? undefined : this.#tokens.get(user);
    if (known !== undefined) return known;
    const customerId = customers[personas[name].home];
    const now = this.door.now();
    const subject = name === 'acting' ? this.#users.get('everything')?.[0] : undefined;
    const acting = subject === undefined ? null : { customerId: customers.own, userId: subject };
    const until = acting && new Date(now.getTime() + 3_600_000);
    const { id: sessionId } = await this.door.db
      .insertInto('session')
      .values({
        customer_id: customerId,
        user_id: user,
        refresh_hash: `attack ${user} ${this.#turn++}`,
        acting_customer_id: acting?.customerId ?? null,
        acting_user_id: acting?.userId ?? null,
        acting_until: until,
        created_at: now,
        seen_at: now,
        rotated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const token = await signAccessToken(this.#key, { userId: user, customerId, sessionId, acting }, now);
    this.#tokens.set(user, token);
    return token;
  }

  /** Sends a request as the persona; null sends it without a sign-in. Waits while the service is busy. */
  async ask(name: PersonaName | null, request: RawRequest): Promise<Answer> {
    const users = name === null ? [] : (this.#users.get(name) ?? []);
    for (let tries = 0; ; tries++) {
      const user = users[this.#turn++ % users.length];
      // An access token is valid for ten minutes, and some calls end the session.
      const token = name === null || user === undefined ? undefined : await this.token(name, user, tries > 0);
      const headers = { ...request.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
      this.requests += 1;
      const answer = await this.door.ask({ ...request, headers });
      const ended = answer.status === 401 && name !== null && name !== 'disabled' && tries === 0;
      if (answer.status === 429 && tries < 3 * usersPerPersona) {
        if (tries >= usersPerPersona) await new Promise((resolve) => setTimeout(resolve, 1000));
      } else if (!ended) return answer;
    }
  }
}

/** Calls that end the caller's own session, and streams that never end by themselves. */
export const endsSession = ({ route }: Endpoint): boolean => /logout|loginas|tokenrefresh|\/user\/(change|password)/i.test(route);
