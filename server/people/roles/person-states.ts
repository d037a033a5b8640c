import { sql } from 'kysely';
import { no } from '#contract/kit/result.ts';
import { rightIds } from '#contract/kit/rights.ts';
import type { GivingRefusal, Others, PersonState, RoleState } from '#domain/rights/giving.ts';
import { type AboutField, wordsOf } from '#domain/rights/giving-words.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { rightsOf, toHolder } from '#server/kit/http/actors.ts';

/** A person as an edit of rights is judged, with names for those who read about it. */
export type JudgedPerson = {
  readonly userId: number;
  readonly customerId: number;
  readonly name: string;
  readonly customer: string;
  readonly ofProvider: boolean;
  readonly state: PersonState;
  /** The ids of the person's rights as they are stored. */
  readonly rights: readonly number[];
};

type Row = {
  id: number;
  customer_id: number;
  name: string;
  customer: string;
  provider: boolean;
  rights: number[];
  disabled: boolean;
  invited: boolean;
  role_id: number;
  role_rights: number[];
  administrator: boolean;
  authorises_everything: boolean;
};

/** A person without a password who never signed in either. */
const isInvited = sql<boolean>`(
  not exists (select from sign_in s where s.customer_id = u.customer_id and s.user_id = u.id and s.password_hash is not null)
  and not exists (select from session e where e.customer_id = u.customer_id and e.user_id = u.id))`;

/** Who is read: by their ids, or by their role. Removed people are left out. */
type Who = { readonly users: readonly number[] } | { readonly roleId: number };

/** People as they are now, by customer and name. The source of every `before` of `judgeEdit`. */
export async function readPersonStates(db: Db | Tx, who: Who): Promise<JudgedPerson[]> {
  const chosen = 'users' in who ? sql`u.id = any(${who.users}::integer[])` : sql`u.role_id = ${who.roleId}`;
  const { rows } = await sql<Row>`
    select u.id, u.customer_id, u.name, c.name as customer, c.provider, u.rights, u.disabled_at is not null as disabled,
      ${isInvited} as invited, r.id as role_id, r.rights as role_rights, r.administrator, r.authorises_everything
    from app_user u join customer c on c.id = u.customer_id join role r on r.id = u.role_id
    where ${chosen} and u.deleted_at is null
    order by c.name, u.name, u.id`.execute(db);
  return rows.map(toJudged);
}

const toJudged = (row: Row): JudgedPerson => ({
  userId: row.id,
  customerId: row.customer_id,
  name: row.name,
  customer: row.customer,
  ofProvider: row.provider,
  state: {
    state: stateOf(row),
    role: roleState({ ...row, id: row.role_id, rights: row.role_rights }),
    rights: rightsOf(row.rights),
  },
  rights: row.rights,
});

function stateOf({ disabled, invited }: Row): PersonState['state'] {
  if (disabled) return 'disabled';
  return invited ? 'invited' : 'active';
}

type RoleRow = {
  readonly id: number;
  readonly administrator: boolean;
  readonly authorises_everything: boolean;
  readonly rights: readonly number[];
};

/** A row of `role` as an edit of rights is judged. */
export const roleState = (row: RoleRow): RoleState => ({ ...toHolder(row), id: row.id });

/**
 * Holds the rows of customers, in order of their ids, until the transaction ends: edits of their people and of roles wait for each
 * other, so that two of them cannot each count on the other's person. Call it before anything of these customers is locked.
 */
export async function holdCustomers(tx: Tx, customers: readonly number[]): Promise<void> {
  await sql`select from customer where id = any(${customers}::integer[]) order by id for no key update`.execute(tx);
}

/** Active people of customers, without those of the edit, who may change users and who are administrators. For `judgeEdit`. */
export async function readOthers(
  tx: Tx,
  customers: readonly number[],
  edited: readonly number[],
): Promise<(customerId: number) => Others> {
  const { rows } = await sql<{ customer_id: number } & Others>`
    select u.customer_id,
      count(*) filter (where r.administrator or r.authorises_everything or ${rightIds['users.write']} = any(u.rights))::integer
        as "usersWrite",
      count(*) filter (where r.administrator)::integer as administrators
    from app_user u join role r on r.id = u.role_id
    where u.customer_id = any(${customers}::integer[]) and u.id <> all(${edited}::integer[])
      and u.disabled_at is null and u.deleted_at is null and not ${isInvited}
    group by u.customer_id`.execute(tx);
  const byCustomer = new Map(rows.map((row) => [row.customer_id, row]));
  return (customerId) => byCustomer.get(customerId) ?? { usersWrite: 0, administrators: 0 };
}

type Names = ReadonlyMap<number, string>;

/** Sentences about customers that an edit of a role would leave without someone who administers them. Names at most three. */
function lastWords(refusals: readonly GivingRefusal[], names: Names): [AboutField, string][] {
  const lost = refusals.flatMap((refusal) => ('customerId' in refusal ? (names.get(refusal.customerId) ?? []) : []));
  if (lost.length === 0) return [];
  const more = lost.length > 3 ? ` and ${lost.length - 3} more` : '';
  const sentence = `After this, no one at ${lost.slice(0, 3).join(', ')}${more} could change users. Give that right to someone there first.`;
  return [['rights', sentence]];
}

/**
 * The refusal of an edit, with each sentence at the field that the call has for it. Null if nothing was refused. `customers` are
 * the names of customers for an edit of many.
 */
export function givingRefusal(
  refusals: readonly GivingRefusal[],
  fieldOf: Readonly<Record<AboutField, string>>,
  customers: Names = new Map(),
) {
  if (refusals.length === 0) return null;
  const others = refusals.filter((refusal) => !('customerId' in refusal && customers.has(refusal.customerId)));
  const sentences = new Map<string, string[]>();
  for (const [about, sentence] of [...others.map(wordsOf), ...lastWords(refusals, customers)]) {
    const field = fieldOf[about];
    sentences.set(field, [...new Set([...(sentences.get(field) ?? []), sentence])]);
  }
  const fields = Object.fromEntries([...sentences].map(([field, all]) => [field, all.join(' ')]));
  return no({ kind: 'invalid' as const, fields });
}
