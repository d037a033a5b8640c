import { createContext, type ReactNode, useContext } from 'react';
import { listRuleFields } from '#contract/rules/rule-lists.ts';
import { fields } from '#domain/fields/catalogue.ts';
import { definitionsOf, type FieldDefinitions } from '#domain/fields/definitions.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';

/** Field settings of the provider's administrators, as far as this device has them. */
type RuleFields = {
  readonly definitions: FieldDefinitions;
  /** Fields that this user cannot see, and fields that are listed last. */
  readonly hidden: ReadonlySet<number>;
  readonly advanced: ReadonlySet<number>;
};

const asInCatalogue: RuleFields = {
  definitions: new Map(),
  hidden: new Set(),
  advanced: new Set(fields.filter(({ home }) => home === 'extra').map(({ id }) => id)),
};
const Fields = createContext(asInCatalogue);
export const useRuleFields = (): RuleFields => useContext(Fields);

/** Loads once which fields a customer's rules can use. Without a reply, the catalog applies. */
export function RuleFieldsProvider({ children }: { readonly children: ReactNode }) {
  const { customer } = useSession();
  const { reply } = useReply(listRuleFields, { cust: customer.id });
  return <Fields value={reply ? asDefined(reply) : asInCatalogue}>{children}</Fields>;
}

function asDefined(reply: NonNullable<ReturnType<typeof useReply<typeof listRuleFields>>['reply']>): RuleFields {
  const listed = new Set(reply.map(({ id }) => id));
  return {
    definitions: definitionsOf(reply),
    hidden: new Set(fields.flatMap(({ id }) => (listed.has(id) ? [] : [id]))),
    advanced: new Set(reply.flatMap(({ id, isAdvanced }) => (isAdvanced ? [id] : []))),
  };
}
