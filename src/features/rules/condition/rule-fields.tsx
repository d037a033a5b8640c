import { createContext, type ReactNode, useContext } from 'react';
import { listRuleFields } from '#contract/rules/rule-lists.ts';
import { fields } from '#domain/fields/catalogue.ts';
import { definitionsOf, type FieldDefinitions } from '#domain/fields/definitions.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';

/** What the provider's administrators say of fields, as far as this device knows it. */
type RuleFields = {
  readonly definitions: FieldDefinitions;
  /** Fields that this person is not shown, and those that are offered after the others. */
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

/** Asks once what fields a customer's rules may use; without an answer the catalogue stands. */
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
