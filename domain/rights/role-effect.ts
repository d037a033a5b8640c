import { type RightName, rightIds } from '#contract/kit/rights.ts';
import { holderOfPerson, type PersonState, type RoleState } from './giving.ts';
import { may } from './may.ts';

/** A person who has the role, and the ids of their rights as they are stored. */
type RoleHolder = { readonly state: PersonState; readonly rights: readonly number[] };

/** What a change of a role does to one person who has it. */
export type RoleEffect<P extends RoleHolder> = {
  readonly person: P;
  /** The person's rights were those of the role, so that they become its new ones. Others keep their own. */
  readonly follows: boolean;
  readonly after: PersonState;
  /** What the person may do afterwards and could not before, and the other way around. */
  readonly gains: readonly RightName[];
  readonly loses: readonly RightName[];
};

const isSameSet = (a: readonly number[], b: readonly number[]) => {
  const inA = new Set(a);
  const inB = new Set(b);
  return inA.size === inB.size && [...inA].every((id) => inB.has(id));
};

const everyRight = Object.keys(rightIds) as RightName[];

/** What everyone who has a role gains, loses or keeps when it becomes `after`. `rightsBefore` are its ids as they are stored. */
export function roleEffects<P extends RoleHolder>(
  people: readonly P[],
  rightsBefore: readonly number[],
  after: RoleState,
): RoleEffect<P>[] {
  return people.map((person) => {
    const follows = isSameSet(person.rights, rightsBefore);
    const state = { ...person.state, role: after, rights: follows ? after.rights : person.state.rights };
    const [was, is] = [holderOfPerson(person.state), holderOfPerson(state)];
    const gains = everyRight.filter((right) => may(is, right) && !may(was, right));
    const loses = everyRight.filter((right) => may(was, right) && !may(is, right));
    return { person, follows, after: state, gains, loses };
  });
}
