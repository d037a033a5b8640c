import { useSearchParams } from 'react-router-dom';
import type { ConfigurationBody } from '#contract/rows/report-rows.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useSetting } from '#src/ui/local-setting.ts';
import type { SavedView } from './saved-views.ts';
import { withoutView } from './staging-address.ts';
import type { ViewAddress } from './use-view-address.ts';
import { viewDraft } from './view-layouts.ts';

/** What a person does with saved views. Every change works offline and can be undone. */
export function useViewActions({ saved: { views }, open }: Pick<ViewAddress, 'saved' | 'open'>) {
  const changes = useChanges();
  const { role } = useSession();
  const [, setDraft] = useSetting(viewDraft);
  const [, setParams] = useSearchParams();
  /** Shows the open view as it is saved. */
  const reset = (view: SavedView) => {
    setDraft(null);
    setParams(
      (now) => {
        const saved = withoutView(now);
        saved.set('cfid', String(view.id));
        return saved;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return {
    reset,
    async save(view: SavedView, body: ConfigurationBody) {
      const { id, ref, reportId, ownerId, name, isPrivate } = view;
      const args = { id, ref, reportId, ownerId, name, body, isPrivate };
      const { notSaved, refused } = await changes.make('reportConfiguration.save.v1', args, () => `View “${name}” saved`);
      if (notSaved === null && refused.length === 0) reset(view);
    },
    /** Makes staging open with the view for this person, or stops that. */
    async setDefault({ id, ref, name }: SavedView, isDefault: boolean) {
      const other = views.find((view) => view.isDefault && view.ownerId === role.userId && view.id !== id);
      const instead = { otherId: isDefault ? (other?.id ?? null) : null, otherRef: isDefault ? (other?.ref ?? null) : null };
      await changes.make('reportConfiguration.setDefault.v1', { id, ref, roleId: null, isDefault, ...instead }, () =>
        isDefault ? `Staging opens with “${name}”` : `Staging no longer opens with “${name}”`,
      );
    },
    /** Makes staging open with the view for the people of these roles, and of no other role. */
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
      if (isOpen && refused.length === 0) open('triage');
    },
  };
}
export type ViewActions = ReturnType<typeof useViewActions>;
