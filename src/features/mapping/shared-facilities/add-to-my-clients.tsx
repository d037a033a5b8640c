import type { TargetRow } from '#contract/rows/rows.ts';
import { FacilityAdd } from '#src/entities/facility-add/facility-add.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import type { SharedFacility } from './shared-facility.ts';

/** Adds a shared facility to the clients of a target, by the rules of that target. */
export function AddToMyClients({ row, target, onClose }: EditorProps<SharedFacility> & { target: TargetRow | undefined }) {
  const { name: text, address, city, state, zip } = row;
  const value = { text, address, city, state, zip };
  return target && <FacilityAdd target={target} value={value} onAdded={() => undefined} onClose={onClose} />;
}
