import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ConfigurationBody } from '#contract/rows/report-rows.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { RoleDefaultForm } from './role-default-form.tsx';
import { mayChange, mayRemove, type SavedView } from './saved-views.ts';
import type { ViewActions, ViewScreen } from './use-view-actions.tsx';
import { ViewForm } from './view-form.tsx';
import './report-view.css';

type Props = {
  readonly screen: ViewScreen;
  readonly saved: SavedView | null;
  readonly actions: ViewActions;
  /** How the screen looks now. */
  readonly body: ConfigurationBody;
  /** The views that the menu opens, under a heading. */
  readonly listed: readonly SavedView[];
  readonly heading: string;
  /** Beside the name of a listed view. */
  readonly renderCount?: (view: SavedView) => ReactNode;
  /** An item that leaves the open view. */
  readonly leaveItem?: string;
  /** The button's words and look. */
  readonly button: { readonly label: string; readonly variant: 'subtle' | 'default' };
};

/** Saved views of a screen, and what can be done with the open one. */
export function ViewMenu({ screen, saved, actions, body, listed, heading, renderCount, leaveItem, button }: Props) {
  const { role } = useSession();
  const form = useEditor(ViewForm, { screen, body });
  const roles = useEditor(RoleDefaultForm, {
    screen: screen.name,
    onRoles: (view: SavedView, roleIds: readonly number[]) => actions.setRoles(view, roleIds),
  });
  return (
    <>
      {form.dialog}
      {roles.dialog}
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button
            className={button.variant === 'subtle' ? 'view-menu' : ''}
            size={button.variant === 'subtle' ? 'compact-sm' : 'xs'}
            variant={button.variant}
            color="gray"
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {button.label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {listed.length > 0 && <Menu.Label>{heading}</Menu.Label>}
          {listed.map((view) => (
            <Menu.Item key={view.id} onClick={() => screen.open(view.id)} rightSection={renderCount?.(view)}>
              {view.name}
              {view.ownerId !== role.userId && <span className="view-owner">Shared by {view.owner}</span>}
            </Menu.Item>
          ))}
          {leaveItem !== undefined && <Menu.Item onClick={screen.leave}>{leaveItem}</Menu.Item>}
          {(listed.length > 0 || leaveItem !== undefined) && <Menu.Divider />}
          <Menu.Item onClick={() => form.open(null)}>Save as a view…</Menu.Item>
          {saved && ofOpenView({ saved, actions, screen: screen.name, onEdit: form.open, onRoles: roles.open, viewer: role })}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

type OpenView = {
  readonly saved: SavedView;
  readonly actions: ViewActions;
  readonly screen: string;
  readonly onEdit: (view: SavedView) => void;
  readonly onRoles: (view: SavedView) => void;
  readonly viewer: ReturnType<typeof useSession>['role'];
};

function ofOpenView({ saved, actions, screen, onEdit, onRoles, viewer }: OpenView): ReactNode {
  const isOwner = saved.ownerId === viewer.userId;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{saved.name}</Menu.Label>
      {mayChange(saved, viewer) && <Menu.Item onClick={() => onEdit(saved)}>Rename or share…</Menu.Item>}
      {isOwner && (
        <Menu.Item onClick={() => void actions.setDefault(saved, !saved.isDefault)}>
          {saved.isDefault ? `Do not open ${screen} with it` : `Open ${screen} with it`}
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
