import { rightLabels } from '#contract/kit/right-labels.ts';
import { type RightName } from '#contract/kit/rights.ts';
import { listRightGivers } from '#contract/people/user-names.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';

/** Who can give the user a right, by name. Without a connection and a stored reply: only their role. */
export function WhoCanGive({ right }: { right: RightName }) {
  const { customer } = useSession();
  const { reply, problem } = useReply(listRightGivers, { cust: customer.id, right });
  if (!reply) return problem !== null && <p>Ask an administrator at {customer.name}.</p>;
  return (
    <p>
      {givers(
        reply.map(({ name }) => name),
        rightLabels[right],
        customer.name,
      )}
    </p>
  );
}

/** The sentence that names them: "Marcus Bell or Dana Fox can give you the right “Change targets”." */
export function givers(names: readonly string[], right: string, customer: string): string {
  if (names.length === 0) return `No one at ${customer} can give you the right “${right}”. Ask Jobdock support.`;
  return `${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)} can give you the right “${right}”.`;
}
