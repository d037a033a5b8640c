import { no } from '#contract/kit/result.ts';
import { type Merged, mergeFields } from '#domain/people/merge-fields.ts';
import type { RoleRow } from './role-rows.ts';

/** The fields of a role that its editors change. `rights` are ids in order. */
export type RoleFields = { readonly name: string; readonly rights: readonly number[]; readonly authorisesEverything: boolean };

type SentRights = readonly { readonly rightId: number }[];

/** Ids of rights as a role stores them: each once, in order. */
export const idsOfRights = (rights: SentRights): number[] =>
  [...new Set(rights.map(({ rightId }) => rightId))].sort((a, b) => a - b);

export const fieldsOf = (row: RoleRow): RoleFields => ({
  name: row.name,
  rights: [...row.rights].sort((a, b) => a - b),
  authorisesEverything: row.authorises_everything,
});

type Sent = {
  readonly name: string;
  readonly rights: SentRights;
  readonly authorisesEverything?: boolean | undefined;
  readonly version?: number | undefined;
  readonly base?:
    | { readonly [K in keyof RoleFields]?: (K extends 'rights' ? SentRights : RoleFields[K]) | undefined }
    | undefined;
};

/**
 * The role as an editor wants it, with what others changed meanwhile, or the fields on which they disagree. Without `base`, no one
 * can tell who changed a field of a role whose version is another now, so each field that differs is a conflict.
 */
export function mergeRole(
  row: RoleRow,
  { version, base, ...sent }: Sent,
): Merged<RoleFields> & ({ kind: 'merged'; fields: RoleFields } | { kind: 'conflict' }) {
  const stored = fieldsOf(row);
  const fields: RoleFields = {
    name: sent.name,
    rights: idsOfRights(sent.rights),
    authorisesEverything: sent.authorisesEverything ?? stored.authorisesEverything,
  };
  const began = base && { ...definedOf(base), ...(base.rights && { rights: idsOfRights(base.rights) }) };
  const merged = mergeFields<RoleFields>(began, stored, fields);
  if (merged.kind === 'conflict') return merged;
  const differing = Object.keys(merged.fields) as (keyof RoleFields)[];
  if (base === undefined && version !== undefined && version !== row.version && differing.length > 0) {
    return { kind: 'conflict', conflicts: differing.map((field) => ({ field, yours: fields[field], theirs: stored[field] })) };
  }
  return { kind: 'merged', fields: { ...stored, ...merged.fields } };
}

function definedOf({ name, authorisesEverything }: NonNullable<Sent['base']>): Partial<RoleFields> {
  return { ...(name !== undefined && { name }), ...(authorisesEverything !== undefined && { authorisesEverything }) };
}

/** A refusal of a name that another role has. */
export function takenName(roles: readonly RoleRow[], name: string, self?: number) {
  const isTaken = roles.some((role) => role.id !== self && role.name.toLowerCase() === name.toLowerCase());
  const words = 'A role with this name exists already. Choose another name.';
  return isTaken ? no({ kind: 'invalid' as const, fields: { name: words } }) : null;
}

/** Where the sentence of a refused change of a role is shown. */
export const fieldOfRefusal = { role: 'id', rights: 'rights', state: 'rights', signIn: 'rights' } as const;
