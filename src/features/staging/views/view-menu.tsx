import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ConfigurationBody } from '#contract/rows/report-rows.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { RoleDefaultForm } from './role-default-form.tsx';
import { mayChange, mayRemove, type SavedView } from './saved-views.ts';
import type { ViewActions } from './use-view-actions.ts';
import type { ViewAddress } from './use-view-address.ts';
import { ViewCount } from './view-count.tsx';
import { ViewForm } from './view-form.tsx';

type Props = {
  readonly at: ViewAddress;
  readonly actions: ViewActions;
  /** How the grid looks now. */
  readonly body: ConfigurationBody;
  /** Views without a tab. */
  readonly rest: readonly SavedView[];
};

/** Saved views that have no tab, and what can be done with the open one. */
export function ViewMenu({ at, actions, body, rest }: Props) {
  const { saved, views } = at.saved;
  const { role } = useSession();
  const form = useEditor(ViewForm, { views, body, onAdded: (id: number) => at.open(id) });
  const roles = useEditor(RoleDefaultForm, {
    onRoles: (view: SavedView, roleIds: readonly number[]) => actions.setRoles(view, roleIds),
  });
  return (
    <>
      {form.dialog}
      {roles.dialog}
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button
            className="view-menu"
            size="compact-sm"
            variant="subtle"
            color="gray"
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {rest.length > 0 && <Menu.Label>More saved views</Menu.Label>}
          {rest.map((view) => (
            <Menu.Item
              key={view.id}
              onClick={() => at.open(view.id)}
              rightSection={<ViewCount to={`/staging?cfid=${view.id}`} />}
            >
              {view.name}
              {view.ownerId !== role.userId && <span className="view-owner">Shared by {view.owner}</span>}
            </Menu.Item>
          ))}
          {rest.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => form.open(null)}>Save as a view…</Menu.Item>
          {saved && ofOpenView({ saved, actions, onEdit: form.open, onRoles: roles.open, viewer: role })}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

type OpenView = {
  readonly saved: SavedView;
  readonly actions: ViewActions;
  readonly onEdit: (view: SavedView) => void;
  readonly onRoles: (view: SavedView) => void;
  readonly viewer: ReturnType<typeof useSession>['role'];
};

function ofOpenView({ saved, actions, onEdit, onRoles, viewer }: OpenView): ReactNode {
  const isOwner = saved.ownerId === viewer.userId;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{saved.name}</Menu.Label>
      {mayChange(saved, viewer) && <Menu.Item onClick={() => onEdit(saved)}>Rename or share…</Menu.Item>}
      {isOwner && (
        <Menu.Item onClick={() => void actions.setDefault(saved, !saved.isDefault)}>
          {saved.isDefault ? 'Do not open staging with it' : 'Open staging with it'}
        </Menu.Item>
      )}
      {viewer.administrator && !saved.isPrivate && <Menu.Item onClick={() => onRoles(saved)}>Default of roles…</Menu.Item>}
      {mayRemove(saved, viewer) && (
        <Menu.Item color="red" onClick={() => void actions.remove(saved, true)}>
          Remove
        </Menu.Item>
      )}
    </>
  );
}
