import type { RoleEffects } from '#contract/people/roles.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import type { Problems } from '#src/ui/form/use-form.ts';
import { counted } from '#src/ui/format/format.ts';
import { labelOfRight } from './role.ts';

type Row = RoleEffects['follow']['rows'][number];

/** People whom the question names of each kind; the number of the others is below them. */
const mostNamed = 8;

/** Asks before a role is saved: who gains and who loses by it, and who keeps rights of their own. True to save it. */
export async function wantsEffects(name: string, effects: RoleEffects): Promise<boolean> {
  if (effects.follow.total + effects.keep.total === 0) return true;
  const choice = await ask({
    title: `Save ${name}?`,
    body: <Effects effects={effects} />,
    choices: { save: { words: 'Save role', tone: 'primary' }, stay: { words: 'Keep editing' } },
    safe: 'stay',
  });
  return choice === 'save';
}

function Effects({ effects: { follow, keep } }: { effects: RoleEffects }) {
  return (
    <div className="role-effects">
      {follow.total > 0 && (
        <>
          <p>{counted(follow.total, 'person has', 'people have')} exactly the role’s rights and will follow it:</p>
          <People list={follow} />
        </>
      )}
      {keep.total > 0 && (
        <>
          <p>{counted(keep.total, 'person has', 'people have')} rights of their own and will keep them:</p>
          <People list={keep} />
        </>
      )}
    </div>
  );
}

function People({ list: { total, rows } }: { list: RoleEffects['follow'] }) {
  const named = rows.slice(0, mostNamed);
  return (
    <ul>
      {named.map((row, i) => (
        // Two people of one customer may have one name.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes while it is shown
        <li key={i}>
          <strong>{row.name}</strong>, {row.customer}
          <Change row={row} />
        </li>
      ))}
      {total > named.length && <li>and {(total - named.length).toLocaleString('en-US')} more</li>}
    </ul>
  );
}

function Change({ row: { gains, loses } }: { row: Row }) {
  const words = (ids: readonly number[]) => ids.map((id) => `“${labelOfRight(id)}”`).join(', ');
  return (
    <>
      {gains.length > 0 && <span>Gains {words(gains)}</span>}
      {loses.length > 0 && <span className="role-loss">Loses {words(loses)}</span>}
      {gains.length + loses.length === 0 && <span className="muted">Nothing changes</span>}
    </>
  );
}

const labels: Readonly<Record<string, string>> = {
  name: 'the name',
  rights: 'the rights',
  authorisesEverything: 'Authorizes everything',
};

/** What a form says about fields that someone else saved meanwhile. */
export const conflictProblems = (conflicts: readonly { field: string; theirs?: unknown }[]): Problems =>
  Object.fromEntries(
    conflicts.map(({ field, theirs }) => [
      field,
      `Someone else changed ${labels[field] ?? field} to ${valueWords(theirs)}. Save again to replace that.`,
    ]),
  );

function valueWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((id) => `“${labelOfRight(Number(id))}”`).join(', ');
  return `“${String(value)}”`;
}
