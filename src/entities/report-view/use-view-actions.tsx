import type { ConfigurationBody } from '#contract/rows/report-rows.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useSession } from '#src/entities/session/session.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import type { SavedView } from './saved-views.ts';

/** What a screen with saved views says and does. */
export type ViewScreen = {
  /** The documented number of its report. */
  readonly reportId: number;
  /** The screen inside a sentence: “Open staging with it”. */
  readonly name: string;
  /** What is saved, for the form. */
  readonly keeps: string;
  readonly views: readonly SavedView[];
  /** Opens a view by its id. */
  readonly open: (id: number) => void;
  /** Shows the open view as it is saved. */
  readonly reset: (view: SavedView) => void;
  /** Leaves the open view. */
  readonly leave: () => void;
  /** The button that leaves a view which is gone: “Show Triage”. */
  readonly leaveLabel: string;
  /** What is said of a view that is gone. */
  readonly goneWords: string;
};

/** What a person does with saved views. Every change works offline and can be undone. */
export function useViewActions({ views, name: screen, reset, leave }: ViewScreen) {
  const changes = useChanges();
  const { role } = useSession();
  const begins = `${screen.charAt(0).toUpperCase()}${screen.slice(1)}`;
  return {
    reset,
    async save(view: SavedView, body: ConfigurationBody) {
      const { id, ref, reportId, ownerId, name, isPrivate } = view;
      const args = { id, ref, reportId, ownerId, name, body, isPrivate };
      const { notSaved, refused } = await changes.make('reportConfiguration.save.v1', args, () => `View “${name}” saved`);
      if (notSaved === null && refused.length === 0) reset(view);
    },
    /** Makes the screen open with the view for this person, or stops that. Asks before it takes the place of another one. */
    async setDefault({ id, ref, name }: SavedView, isDefault: boolean) {
      const other = views.find((view) => view.isDefault && view.ownerId === role.userId && view.id !== id);
      if (isDefault && other && !(await replaces(begins, other.name, name))) return;
      const instead = { otherId: isDefault ? (other?.id ?? null) : null, otherRef: isDefault ? (other?.ref ?? null) : null };
      await changes.make('reportConfiguration.setDefault.v1', { id, ref, roleId: null, isDefault, ...instead }, () =>
        isDefault ? `${begins} opens with “${name}”` : `${begins} no longer opens with “${name}”`,
      );
    },
    /** Makes the screen open with the view for the people of these roles, and of no other role. */
    async setRoles({ id, ref, name, roleIds }: SavedView, wanted: readonly number[]) {
      const moved = [...new Set([...wanted, ...roleIds])].filter((one) => wanted.includes(one) !== roleIds.includes(one));
      for (const roleId of moved) {
        const isDefault = wanted.includes(roleId);
        const other = isDefault ? views.find((view) => view.id !== id && view.roleIds.includes(roleId)) : undefined;
        const args = { id, ref, roleId, isDefault, otherId: other?.id ?? null, otherRef: other?.ref ?? null };
        await changes.make('reportConfiguration.setDefault.v1', args, () => `View “${name}” saved`);
      }
    },
    async remove({ id, ref, name }: SavedView, isOpen: boolean) {
      const { refused } = await changes.make('reportConfiguration.remove.v1', { id, ref }, () => `View “${name}” removed`);
      if (isOpen && refused.length === 0) leave();
    },
  };
}
export type ViewActions = ReturnType<typeof useViewActions>;

async function replaces(screen: string, before: string, name: string): Promise<boolean> {
  const choice = await ask({
    title: `Change the default to “${name}”?`,
    body: <p>{`${screen} opens with “${before}” now. There is one default.`}</p>,
    choices: { change: { words: 'Change the default', tone: 'primary' }, keep: { words: `Keep “${before}”` } },
    safe: 'keep',
  });
  return choice === 'change';
}
