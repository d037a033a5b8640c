import { Button, Checkbox, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCheck, IconInfinity } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router-dom';
import { listRights, type Role, readRoles } from '#contract/people/roles.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { type Answer, Answered } from '#src/ui/page/answered.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { heldAs, newRoleId, type RightGroups } from './role.ts';
import './roles.css';

/** Which role has which right. Two roles can be compared. */
export function RoleMatrix() {
  const { customer, administrator } = useSession();
  const roles = useReply(readRoles, {});
  const groups = useReply(listRights, { cust: customer.id });
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader
        title="Roles"
        note={roles.reply ? counted(roles.reply.length, 'role') : ''}
        actions={
          administrator && (
            <Button component={Link} to={pathTo('/roles/edit/:id', { id: newRoleId })}>
              Add role
            </Button>
          )
        }
      />
      <Answered answer={roles} what="The roles">
        {(all) =>
          // Both have one age: it is said once.
          groups.reply ? <Compared roles={all} groups={groups.reply} /> : <NoRights answer={groups} />
        }
      </Answered>
    </section>
  );
}

const NoRights = ({ answer }: { answer: Answer<RightGroups> }) => (
  <Answered answer={answer} what="The rights">
    {() => null}
  </Answered>
);

type Props = { roles: readonly Role[]; groups: RightGroups };

/** The roles that the address names, or all of them. On a phone one role at a time, or two to compare. */
function Compared({ roles, groups }: Props) {
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false }) ?? false;
  const [params, setParams] = useSearchParams();
  const named = (key: string) => roles.find(({ id }) => String(id) === params.get(key));
  const set = (key: string, value: string | null) =>
    setParams(
      (now) => {
        if (value) now.set(key, value);
        else now.delete(key);
        return now;
      },
      { replace: true },
    );
  const first = named('role') ?? (isNarrow ? roles[0] : undefined);
  const second = first && named('with');
  const shown = first ? [first, ...(second && second !== first ? [second] : [])] : roles;
  const isPair = shown.length === 2 && first !== undefined;
  const onlyDifferent = isPair && params.get('only') === 'different';
  const choices = roles.map(({ id, name }) => ({ value: String(id), label: name }));
  const pick = { size: 'xs' as const, className: 'role-pick', clearable: !isNarrow, data: choices };
  return (
    <>
      <div className="page-tools role-tools">
        <Select
          {...pick}
          label="Role"
          placeholder="All roles"
          clearButtonProps={{ 'aria-label': 'All roles' }}
          value={first ? String(first.id) : null}
          onChange={(value) => set('role', value)}
        />
        {first && (
          <Select
            {...pick}
            clearable
            label="Compare with"
            placeholder="No other role"
            clearButtonProps={{ 'aria-label': 'No other role' }}
            data={choices.filter(({ value }) => value !== String(first.id))}
            value={second ? String(second.id) : null}
            onChange={(value) => set('with', value)}
          />
        )}
        {isPair && (
          <Checkbox
            label="Only differences"
            checked={onlyDifferent}
            onChange={(event) => set('only', event.currentTarget.checked ? 'different' : null)}
          />
        )}
      </div>
      <Matrix roles={shown} groups={onlyDifferent ? differing(groups, shown) : groups} />
    </>
  );
}

/** The groups with only those rights that one of the roles has and another has not. */
const differing = (groups: RightGroups, roles: readonly Role[]): RightGroups =>
  groups
    .map((group) => ({
      ...group,
      rights: group.rights.filter(({ id }) => new Set(roles.map((role) => heldAs(role, id) !== 'no')).size > 1),
    }))
    .filter(({ rights }) => rights.length > 0);

function Matrix({ roles, groups }: Props) {
  if (groups.length === 0) return <p className="muted">Both roles have the same rights.</p>;
  return (
    // A scrolled part of a page must be reachable by keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="role-matrix" aria-label="Rights of roles" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Right</th>
            {roles.map((role) => (
              <RoleHead key={role.id} role={role} />
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.name}>
            <tr>
              <th scope="rowgroup" className="role-matrix-group" colSpan={roles.length + 1}>
                <span>{group.name}</span>
              </th>
            </tr>
            {group.rights.map(({ id, description, marketingDescription }) => (
              <tr key={id}>
                <th scope="row" data-tip={marketingDescription}>
                  {description}
                </th>
                {roles.map((role) => (
                  <td key={role.id}>
                    <Held as={heldAs(role, id)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function RoleHead({ role }: { role: Role }) {
  const { administrator } = useSession();
  return (
    <th scope="col">
      <Link to={pathTo('/roles/edit/:id', { id: role.id })}>{role.name}</Link>
      <span className="muted role-holders">{counted(role.holders, 'person', 'people')}</span>
      {administrator && (
        <Link
          className="role-copy"
          aria-label={`Copy ${role.name}`}
          to={pathTo('/roles/edit/:id', { id: newRoleId }, { from: role.id })}
        >
          Copy
        </Link>
      )}
    </th>
  );
}

function Held({ as }: { as: ReturnType<typeof heldAs> }) {
  if (as === 'no') {
    return (
      <span className="muted" role="img" aria-label="No">
        –
      </span>
    );
  }
  const words = as === 'own' ? 'Yes' : 'Yes, as the role authorizes everything';
  const Icon = as === 'own' ? IconCheck : IconInfinity;
  return (
    <span className="role-held" role="img" aria-label={words} data-tip={words}>
      <Icon size={18} aria-hidden />
    </span>
  );
}
